import type { Role } from '@parley/core/access/policies'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import type { Account as Signed } from '../http/caller.ts'
import { settingsOf } from '../settings/queries.ts'

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

/** Open sessions of enabled agents. */
const alive = (reader: Reader, now: Date) =>
  reader
    .selectFrom('sessions')
    .innerJoin('agents', 'agents.id', 'sessions.agent_id')
    .innerJoin('settings', join => join.onTrue())
    .select([
      'agents.id as agentId',
      'agents.name as agentName',
      'agents.role',
      'sessions.id as sessionId',
      'sessions.family',
      'settings.value as settings',
      eb =>
        eb
          .exists(
            eb
              .selectFrom('second_factors as f')
              .select('f.agent_id')
              .whereRef('f.agent_id', '=', 'agents.id')
              .where('f.confirmed_at', 'is not', null),
          )
          .as('hasSecondFactor'),
    ])
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('agents.disabled_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof alive>['executeTakeFirst']>>

const signedIn = ({
  agentId,
  agentName,
  sessionId,
  role,
  settings,
  hasSecondFactor,
}: NonNullable<Row>): Signed => ({
  agentId,
  agentName,
  sessionId,
  role: role as Role,
  hasSecondFactor: Boolean(hasSecondFactor),
  settings: settingsOf(settings),
})

export async function callerOfSession(
  reader: Reader,
  sessionId: number,
  now: Date,
): Promise<Signed | undefined> {
  const row = await alive(reader, now).where('sessions.id', '=', sessionId).executeTakeFirst()
  return row && signedIn(row)
}

/** The account of a cookie, and its family of tokens. */
export async function callerOfCookie(
  reader: Reader,
  cookieHash: string,
  now: Date,
): Promise<{ readonly account: Signed; readonly family: string } | undefined> {
  const row = await alive(reader, now).where('sessions.cookie_hash', '=', cookieHash).executeTakeFirst()
  return row && { account: signedIn(row), family: row.family }
}

/** The account of an unused, unexpired reset token. */
export const ownerOfReset = (
  reader: Reader,
  tokenHash: string,
  now: Date,
): Promise<{ readonly id: number; readonly email: string; readonly name: string } | undefined> =>
  reader
    .selectFrom('password_resets')
    .innerJoin('agents', 'agents.id', 'password_resets.agent_id')
    .select(['agents.id', 'agents.email', 'agents.name'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('agents.disabled_at', 'is', null)
    .executeTakeFirst()
