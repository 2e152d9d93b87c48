import { Refusal } from '@parley/core/errors'
import type { Reader, Writer } from '../db/write.ts'
import type { Account } from '../http/caller.ts'
import type { OneTimeTokens } from './one-time.ts'
import { callerOfSession } from './queries.ts'

/** Seconds a ticket lives. */
export const ticketLifetime = 30

/** Creates a single-use ticket for one socket of this session. Only its hash is stored. */
export async function makeTicket(
  { db, now }: Pick<Writer, 'db' | 'now'>,
  tickets: OneTimeTokens,
  sessionId: number,
): Promise<string> {
  const { token, hash } = tickets.make()
  await db
    .insertInto('socket_tickets')
    .values({
      token_hash: hash,
      session_id: sessionId,
      expires_at: new Date(now().getTime() + ticketLifetime * 1000),
    })
    .execute()
  return token
}

/**
 * Uses a ticket up and returns its holder. The database admits it once, whichever servers receive it.
 * @throws Refusal socket.ticket-refused
 */
export async function redeemTicket(
  db: Reader,
  tickets: OneTimeTokens,
  ticket: string,
  now: Date,
): Promise<Account> {
  const used = await db
    .deleteFrom('socket_tickets')
    .where('token_hash', '=', tickets.hashOf(ticket))
    .where('expires_at', '>', now)
    .returning('session_id')
    .executeTakeFirst()
  const caller = used && (await callerOfSession(db, used.session_id, now))
  if (caller === undefined) throw new Refusal('socket.ticket-refused')
  return caller
}
