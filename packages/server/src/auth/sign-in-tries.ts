import { createHash } from 'node:crypto'
import { countTry, forgivesCodes, secondsLocked, type Tries } from '@parley/core/rules/lockout'
import { type Tx, type Writer, write } from '../db/write.ts'

/** Whose tries are counted together. */
export interface Counter {
  readonly key: string
  readonly agentId: number | null
}

export const ofAccount = (agentId: number): Counter => ({ key: `agent ${agentId}`, agentId })
export const ofDevice = (device: string, agentId: number): Counter => ({ key: `device ${device}`, agentId })

/** Of the current password, asked for again within a session: no sign-in elsewhere waits for it. */
export const ofSession = (sessionId: number, agentId: number): Counter => ({
  key: `session ${sessionId}`,
  agentId,
})

/** Of the codes of an account's second factor, by whatever browser, session or link they come. */
export const ofCodes = (agentId: number): Counter => ({ key: `code ${agentId}`, agentId })

/**
 * Of a name that nobody has, which is counted as an account is, since the same work must be done for it. Such names
 * share 4,096 counts: whoever tries more of them fills no table.
 */
export function ofNobody(username: string): Counter {
  const digest = createHash('sha256').update(username.trim().toLowerCase()).digest()
  return { key: `nobody ${digest.readUInt16BE(0) >> 4}`, agentId: null }
}

/** A try that was counted. */
export interface Begun {
  /** How many seconds it is too early; null where it is not. */
  readonly seconds: number | null
  /** The count before it. */
  readonly before: Tries | null
}

/**
 * Counts one more try, before its password or code is looked at. Tries of all server processes queue for the row, no
 * longer than this transaction lasts.
 */
export const beginTry = (writer: Writer, counter: Counter): Promise<Begun> =>
  write(writer, async tx => {
    const now = writer.now()
    const before = await lockedTries(tx, counter)
    const { failures, lastAt, lockedUntil } = countTry(before, now)
    // Written in any case, so that a try that is too early takes no less time.
    await tx
      .updateTable('sign_in_tries')
      .set({ failures, last_at: lastAt, locked_until: lockedUntil })
      .where('counter', '=', counter.key)
      .execute()
    return { seconds: secondsLocked(before, now), before }
  })

/** A first try has no row to lock: one of no tries is made for it, so that two first ones queue as well. */
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

/** The try that was counted was the right password: the count begins anew. */
export async function forgetTries(tx: Tx, counter: Counter): Promise<void> {
  await tx.deleteFrom('sign_in_tries').where('counter', '=', counter.key).execute()
}

/** The code that was counted was right: it counts no more, and those before it neither where they are long ago. */
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
