import { ApiError } from '@parley/core/errors'
import { sql } from 'kysely'
import { holdingTransaction } from '../db/guard.ts'
import { snapshot } from '../db/snapshot.ts'
import type { Reader, Tx, Writer } from '../db/write.ts'
import { currentSeq, logPosition } from '../live/log.ts'
import { type ConversationDay, differences, updateAggregates } from './aggregates.ts'
import { type DayNo, dayText, type WorkspaceDays } from './days.ts'
import { dayIn } from './definitions.ts'
import {
  dayBeforeFirst,
  lockState,
  type Position,
  readState,
  unprocessedEvents,
  writeState,
} from './state.ts'
import { enterAllTickets, enterTicketAgents, enterTickets } from './ticket-statistics.ts'

/** The messages of one transaction; at least a whole day. A reader waits for it, for 10 s at most. */
const messagesPerStep = 5_000
/** Conversations' days in one statement. */
const daysPerStatement = 2_000

interface CatchUpOptions {
  readonly wait?: boolean
  readonly isStopped?: () => boolean
  /** Called with each step. */
  readonly at?: (step: string) => void
}

/**
 * Processes the event log to its end and aggregates every day that is over. Each step is one transaction that stores the
 * position, so a run may end anywhere and the next one continues there. @returns false if it was stopped, or if another process
 * holds the lock and `wait` is false
 */
export async function catchUp(
  writer: Pick<Writer, 'db' | 'now'>,
  days: WorkspaceDays,
  { wait = true, isStopped = () => false, at = () => undefined }: CatchUpOptions = {},
): Promise<boolean> {
  while (!isStopped()) {
    const did = await writer.db
      .transaction()
      .execute(tx => holdingTransaction(() => step(tx, days, writer.now(), wait, at)))
    if (did !== 'more') return did === 'done'
  }
  return false
}

/**
 * Rebuilds the daily aggregates from the rows. @returns the number of their days
 * @param writer on a database without a time limit: all tickets are entered in one transaction
 */
export async function rebuild(
  writer: Pick<Writer, 'db' | 'now'>,
  days: WorkspaceDays,
  at: (step: string) => void = () => undefined,
): Promise<number> {
  at('Aggregating tickets')
  await writer.db.transaction().execute(tx =>
    holdingTransaction(async () => {
      await lockState(tx, days, true)
      await beginAnew(tx, days, writer.now())
    }),
  )
  await catchUp(writer, days, { at })
  const { rows } = await sql<{ days: number }>`
    select count(distinct day)::int as days from report_days`.execute(writer.db)
  return rows[0]?.days ?? 0
}

async function step(
  tx: Tx,
  days: WorkspaceDays,
  now: Date,
  wait: boolean,
  at: (step: string) => void,
): Promise<'more' | 'done' | 'busy'> {
  const position = await lockState(tx, days, wait)
  if (position === 'busy') return 'busy'
  const yesterday = days.of(now) - 1
  if (position === null) {
    await beginAnew(tx, days, now)
    return 'more'
  }
  const { seq, hasMore, days: changed, ticketIds } = await unprocessedEvents(tx, days, position)
  const through =
    hasMore || position.through >= yesterday
      ? position.through
      : await nextThrough(tx, days, position, yesterday)
  if (through !== position.through) at(`Aggregating messages up to ${dayText(through)}`)
  const closed = await daysBetween(tx, days, position.through + 1, through)
  const conversations = await updateAll(tx, days, [...changed, ...closed])
  const ofTickets = await enterTickets(tx, days, ticketIds)
  await enterTicketAgents(tx, [...new Set([...conversations, ...ofTickets])])
  if (seq !== position.seq || through !== position.through) await writeState(tx, days, { seq, through })
  return hasMore || through < yesterday ? 'more' : 'done'
}

/** Deletes everything and starts before the first message. The days then close as if they had just ended. */
async function beginAnew(tx: Tx, days: WorkspaceDays, now: Date): Promise<void> {
  const { seq } = await logPosition(tx)
  for (const table of ['units', 'days', 'returns', 'tickets', 'ticket_agents']) {
    await sql`delete from ${sql.table(`report_${table}`)}`.execute(tx)
  }
  await enterAllTickets(tx, days)
  await writeState(tx, days, { seq, through: await dayBeforeFirst(tx, days, days.of(now) - 1) })
}

/** The last of the next days whose messages fit into one step. */
async function nextThrough(
  tx: Tx,
  days: WorkspaceDays,
  position: Position,
  yesterday: DayNo,
): Promise<DayNo> {
  const { rows } = await sql<{ at: Date }>`
    select at from messages where at >= ${days.start(position.through + 1)} order by at, id
    offset ${messagesPerStep} limit 1`.execute(tx)
  const tooMany = rows[0]?.at
  if (tooMany === undefined) return yesterday
  return Math.min(yesterday, Math.max(position.through + 1, days.of(tooMany) - 1))
}

async function daysBetween(
  tx: Tx,
  days: WorkspaceDays,
  from: DayNo,
  to: DayNo,
): Promise<readonly ConversationDay[]> {
  if (to < from) return []
  const { rows } = await sql<{ conversation_id: number; day: number }>`
    select distinct conversation_id, ${dayIn(sql`at`, days, from, to)} as day
    from messages where at >= ${days.start(from)} and at < ${days.start(to + 1)}
    order by 1, 2`.execute(tx)
  return rows.map(row => ({ conversationId: row.conversation_id, day: row.day }))
}

async function updateAll(
  tx: Tx,
  days: WorkspaceDays,
  each: readonly ConversationDay[],
): Promise<readonly number[]> {
  const conversations: number[] = []
  for (let start = 0; start < each.length; start += daysPerStatement) {
    conversations.push(...(await updateAggregates(tx, days, each.slice(start, start + daysPerStatement))))
  }
  return conversations
}

/** Changes of past days are rare. A reader that meets one in every attempt gets 503. */
const maxTries = 5

/**
 * Reads figures in one snapshot. Catches up first, until the aggregates equal the rows of their days. `work` gets the last
 * aggregated day; it reads later days from the rows.
 * @throws ApiError server.unavailable
 */
export async function readExact<T>(
  writer: Pick<Writer, 'db' | 'now'>,
  days: WorkspaceDays,
  work: (reader: Reader, through: DayNo) => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const read = await snapshot(writer.db, async reader => {
      const position = await readState(reader, days)
      if (position === null || !(await isExact(reader, days, position))) return null
      return { value: await work(reader, position.through) }
    })
    if (read !== null) return read.value
    await catchUp(writer, days)
  }
  throw new ApiError('server.unavailable')
}

/** Compares the aggregates: an event alone proves no difference, since the status of an old message changes no figure. */
async function isExact(reader: Reader, days: WorkspaceDays, position: Position): Promise<boolean> {
  const { hasMore, ticketIds, days: changed } = await unprocessedEvents(reader, days, position)
  if (hasMore || ticketIds.length > 0) return false
  return (await differences(reader, days, changed)).length === 0
}

/** Keeps the daily aggregates up to date when called by interval, so that readers rarely wait. One process at a time writes. */
export function rollUpFollower(writer: Writer, days: WorkspaceDays): (closing: AbortSignal) => Promise<void> {
  let done: { readonly seq: number; readonly today: number } | null = null
  return async closing => {
    const today = days.of(writer.now())
    const seq = await currentSeq(writer.db)
    if (done?.seq === seq && done.today === today) return
    if (await catchUp(writer, days, { wait: false, isStopped: () => closing.aborted })) done = { seq, today }
  }
}
