import type { OwnSession } from '@parley/core/account/api'
import { ApiError } from '@parley/core/errors'
import { record } from '../audit/record.ts'
import { type Reader, type TxContext, write, type Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { accessLifetime, familyOf } from './tokens.ts'

const day = 24 * 60 * 60

/** Seconds of a session after its last renewal: with remember-me, and without. */
export const lifetimes = { normal: 30 * day, short: day / 2 } as const

/** Seconds after which the password is needed again, despite renewals (ASVS 5, 7.3.2). */
export const longestLife = 30 * day

/** The end of a session that is last used now. `lifetime` in seconds. */
export function sessionEnd(createdAt: Date, now: Date, lifetime: number): Date {
  const last = createdAt.getTime() + longestLife * 1000
  return new Date(Math.min(now.getTime() + lifetime * 1000, last))
}

/** The remaining whole seconds of a session. */
export const secondsLeft = (end: Date, now: Date): number =>
  Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1000))

const open = (reader: Reader, agentId: number, now: Date) =>
  reader
    .selectFrom('sessions')
    .where('agent_id', '=', agentId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)

/** An agent's open sessions, the last used first; `current` marks the caller's. */
export async function sessionsOf(
  reader: Reader,
  agentId: number,
  caller: Caller,
  now: Date,
): Promise<OwnSession[]> {
  const rows = await open(reader, agentId, now)
    .select(['id', 'device', 'address', 'created_at', 'used_at'])
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => ({
    id: String(row.id) as OwnSession['id'],
    device: row.device,
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_used_at: row.used_at.toISOString(),
    current: row.id === caller.sessionId,
  }))
}

interface Ending {
  /** The owner of the sessions. */
  readonly agentId: number
  readonly by: Caller
  readonly leave: Leave
}

const reasonOf = ({ agentId, by }: Ending) => (agentId === by.agentId ? 'owner' : 'colleague')

/** Ends one session of an agent, the caller's too. @throws ApiError session.not-found, also for an ended one */
export const endSessionOf = (writer: Writer, id: number, ending: Ending): Promise<void> =>
  write(writer, async context => {
    const { tx, now } = context
    const { agentId, by, leave } = ending
    const session = await open(tx, agentId, now).select('id').where('id', '=', id).executeTakeFirst()
    if (session === undefined) throw new ApiError('session.not-found', { id })
    const ended = await endAndLeave(context, { id, agentId }, { reason: reasonOf(ending), leave })
    if (ended) await record(context, by, 'session.ended', id)
  })

/** Ends all sessions of an agent but the caller's. Returns their number. */
export const endSessionsBut = (writer: Writer, ending: Ending): Promise<number> =>
  write(writer, async context => {
    const { tx, now } = context
    const { agentId, by, leave } = ending
    const rows = await open(tx, agentId, now)
      .select('id')
      .where('id', '<>', by.sessionId)
      .orderBy('id')
      .execute()
    const ended: number[] = []
    for (const { id } of rows)
      if (await endAndLeave(context, { id, agentId }, { reason: reasonOf(ending), leave })) ended.push(id)
    for (const id of ended) await record(context, by, 'session.ended', id)
    return ended.length
  })

export type EndReason = 'logout' | 'owner' | 'colleague' | 'reuse' | 'password' | 'disabled'

/** Ends a session; its sockets close on the event. Returns false if it had ended already. */
export async function endSession(
  { tx, publish, now }: TxContext,
  session: { readonly id: number; readonly agentId: number },
  reason: EndReason,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', session.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  publish({ noun: 'session', id: session.id, kind: 'changed', agentId: session.agentId })
  return true
}

/** Ends every session of an agent, or all but one. Returns the ended ones. */
export async function endSessionsOf(
  context: TxContext,
  agentId: number,
  reason: EndReason,
  but = 0,
): Promise<readonly number[]> {
  const open = await context.tx
    .selectFrom('sessions')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('ended_at', 'is', null)
    .where('id', '<>', but)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of open) await endSession(context, { id, agentId }, reason)
  return open.map(({ id }) => id)
}

/** Ends a locked agent's offers after their last session. */
export type Leave = (context: TxContext, agentId: number) => Promise<void>

/**
 * Ends the session of a current or past refresh token, and with the last one in use the agent's offers. Returns whether
 * there is such a session.
 */
export async function logout(
  writer: Writer,
  refreshToken: string,
  { leave, address }: { readonly leave: Leave; readonly address: string },
): Promise<boolean> {
  const family = familyOf(refreshToken)
  if (family === null) return false
  return write(writer, async context => {
    const session = await context.tx
      .selectFrom('sessions')
      .select(['id', 'agent_id as agentId'])
      .where('family', '=', family)
      .executeTakeFirst()
    if (session === undefined) return false
    const ended = await endAndLeave(context, session, { reason: 'logout', leave })
    const by = { agentId: session.agentId, address }
    if (ended) await record(context, by, 'sign-out', session.id)
    return true
  })
}

/** Ends a session, and with the last one in use its agent's offers. Returns false if it had ended already. */
export async function endAndLeave(
  context: TxContext,
  session: { readonly id: number; readonly agentId: number },
  { leave, reason }: { readonly reason: EndReason; readonly leave: Leave },
): Promise<boolean> {
  const { agentId } = session
  // Lock the agent first, so that of two ending sessions the later one is the last, and no offer comes between.
  await context.tx.selectFrom('agents').select('id').where('id', '=', agentId).forNoKeyUpdate().execute()
  const ended = await endSession(context, session, reason)
  if (ended && !(await hasSessionInUse(context, agentId))) await leave(context, agentId)
  return ended
}

/** Whether the agent has a session in use. One without renewal within an access token's life is abandoned. */
async function hasSessionInUse({ tx, now }: TxContext, agentId: number): Promise<boolean> {
  const lapsed = new Date(now.getTime() - accessLifetime * 1000)
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('used_at', '>', lapsed)
    .executeTakeFirst()
  return session !== undefined
}

/** In this order, since most browsers also name the ones they resemble. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]
const longest = 40

/**
 * A browser's name for its owner, such as "Chrome on Windows"; of another program its first word. The header can lie, so
 * this is for display only. Null without a header.
 */
export function deviceName(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent.trim() === '') return null
  const nameOf = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = nameOf(browsers)
  const system = nameOf(systems)
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  if (system !== undefined) return `A browser on ${system}`
  const [program] = /^[\w .-]+/.exec(userAgent.trim()) ?? []
  return program?.slice(0, longest).trim() ?? null
}
