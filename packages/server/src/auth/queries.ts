import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'

export interface Account {
  readonly id: number
  readonly email: string
  readonly passwordHash: string
  readonly disabled: boolean
}

/** The account of a username, compared without case. */
export async function accountOf(reader: Reader, username: string): Promise<Account | null> {
  const row = await reader
    .selectFrom('agents')
    .select(['id', 'email', 'password_hash', 'disabled_at'])
    .where(sql`lower(email)`, '=', sql`lower(${username})`)
    .executeTakeFirst()
  if (row === undefined) return null
  return { id: row.id, email: row.email, passwordHash: row.password_hash, disabled: row.disabled_at !== null }
}

/** The account of a caller. */
export const accountById = async (
  reader: Reader,
  id: number,
): Promise<Account & { readonly name: string }> => {
  const row = await reader
    .selectFrom('agents')
    .select(['id', 'email', 'name', 'password_hash', 'disabled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { password_hash: passwordHash, disabled_at: disabledAt, ...account } = row
  return { ...account, passwordHash, disabled: disabledAt !== null }
}

/** Sessions that are not over, of agents who may still sign in. */
const alive = (reader: Reader, now: Date) =>
  reader
    .selectFrom('sessions')
    .innerJoin('agents', 'agents.id', 'sessions.agent_id')
    .select(['agents.id as agentId', 'agents.name as agentName', 'sessions.id as sessionId'])
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('agents.disabled_at', 'is', null)

export const callerOfSession = (reader: Reader, sessionId: number, now: Date): Promise<Caller | undefined> =>
  alive(reader, now).where('sessions.id', '=', sessionId).executeTakeFirst()

/** Whose cookie this is, and the family of tokens that it was made for. */
export const callerOfCookie = (
  reader: Reader,
  cookieHash: string,
  now: Date,
): Promise<(Caller & { readonly family: string }) | undefined> =>
  alive(reader, now)
    .select('sessions.family')
    .where('sessions.cookie_hash', '=', cookieHash)
    .executeTakeFirst()

/** Whose account an unused, unexpired reset token is for. */
export const ownerOfReset = (
  reader: Reader,
  tokenHash: string,
  now: Date,
): Promise<{ readonly email: string; readonly name: string } | undefined> =>
  reader
    .selectFrom('password_resets')
    .innerJoin('agents', 'agents.id', 'password_resets.agent_id')
    .select(['agents.email', 'agents.name'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('agents.disabled_at', 'is', null)
    .executeTakeFirst()
