import { createHash } from 'node:crypto'
import { countTry, forgivesCodes, secondsLocked, type Tries } from '@parley/core/account/rules'
import { type Tx, type Writer, write } from '../db/write.ts'

/** A group of tries with one count. */
export interface Counter {
  readonly key: string
  readonly agentId: number | null
}

export const ofAccount = (agentId: number): Counter => ({ key: `agent ${agentId}`, agentId })
export const ofDevice = (device: string, agentId: number): Counter => ({ key: `device ${device}`, agentId })

/** The current password, checked again within a session. Does not delay sign-ins elsewhere. */
export const ofSession = (sessionId: number, agentId: number): Counter => ({
  key: `session ${sessionId}`,
  agentId,
})

/** The codes of an account's second factor, from any browser, session or link. */
export const ofCodes = (agentId: number): Counter => ({ key: `code ${agentId}`, agentId })

/**
 * An unknown name, counted like an account, since it must cost the same work. Unknown names share 4,096 counts, so that
 * guessers fill no table.
 */
export function ofNobody(username: string): Counter {
  const digest = createHash('sha256').update(username.trim().toLowerCase()).digest()
  return { key: `nobody ${digest.readUInt16BE(0) >> 4}`, agentId: null }
}

/** A counted try. */
export interface Begun {
  /** Seconds by which it is too early; null if it is not. */
  readonly seconds: number | null
  /** The count before it. */
  readonly before: Tries | null
}

/** Counts a try before its password or code is checked. Tries of all processes queue for the row during this transaction. */
export const beginTry = (writer: Writer, counter: Counter): Promise<Begun> =>
  write(writer, async tx => {
    const now = writer.now()
    const before = await lockedTries(tx, counter)
    const { failures, lastAt, lockedUntil } = countTry(before, now)
    // Write in any case, so that an early try takes as long.
    await tx
      .updateTable('sign_in_tries')
      .set({ failures, last_at: lastAt, locked_until: lockedUntil })
      .where('counter', '=', counter.key)
      .execute()
    return { seconds: secondsLocked(before, now), before }
  })

/** Creates the row of a first try, so that two first ones queue too. */
async function lockedTries(tx: Tx, { key, agentId }: Counter): Promise<Tries | null> {
  await tx
    .insertInto('sign_in_tries')
    .values({ counter: key, agent_id: agentId, failures: 0, last_at: new Date(0) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('sign_in_tries')
    .select(['failures', 'last_at as lastAt', 'locked_until as lockedUntil'])
    .where('counter', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.failures === 0 ? null : row
}

/** After a right password: the count starts anew. */
export async function forgetTries(tx: Tx, counter: Counter): Promise<void> {
  await tx.deleteFrom('sign_in_tries').where('counter', '=', counter.key).execute()
}

/** After a right code: takes it out of the count, and forgets old failures. */
export async function forgiveCode(
  tx: Tx,
  counter: Counter,
  { before, now }: { readonly before: Tries | null; readonly now: Date },
): Promise<void> {
  if (before === null || forgivesCodes(before, now)) return forgetTries(tx, counter)
  await tx
    .updateTable('sign_in_tries')
    .set(eb => ({
      failures: eb('failures', '-', 1),
      last_at: before.lastAt,
      locked_until: before.lockedUntil,
    }))
    .where('counter', '=', counter.key)
    .execute()
}
