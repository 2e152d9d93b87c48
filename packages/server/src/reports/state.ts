import { sql } from 'kysely'
import type { Reader, Tx } from '../db/write.ts'
import { type LogRow, logPosition, oldestSeq } from '../live/log.ts'
import { type DayNo, firstDay, type WorkspaceDays } from './days.ts'
import type { ConversationDay } from './aggregates.ts'

/** The progress of the daily aggregates. */
export interface Position {
  /** The number of the last event that they include. */
  readonly seq: number
  /** Every day up to this one is aggregated. */
  readonly through: DayNo
}

interface StateRow extends Position {
  readonly log: string
  readonly time_zone: string
}

const columns = sql`select log, seq, time_zone, through from report_state`

/** The position, if it is of this log and this time zone and the log still has every later event; else null. */
async function usable(
  reader: Reader,
  row: StateRow | undefined,
  days: WorkspaceDays,
): Promise<Position | null> {
  const { seq, log } = await logPosition(reader)
  if (row === undefined || row.log !== log || row.time_zone !== days.timeZone || row.seq > seq) return null
  const isWhole = row.seq === seq || ((await oldestSeq(reader)) ?? seq + 1) <= row.seq + 1
  return isWhole ? { seq: row.seq, through: row.through } : null
}

export async function readState(reader: Reader, days: WorkspaceDays): Promise<Position | null> {
  const { rows } = await sql<StateRow>`${columns}`.execute(reader)
  return usable(reader, rows[0], days)
}

/** Reads the position under the lock of the only writer; "busy" if another process holds the lock and `wait` is false. */
export async function lockState(
  tx: Tx,
  days: WorkspaceDays,
  wait: boolean,
): Promise<Position | null | 'busy'> {
  const { rows } = await sql<StateRow>`
    ${columns} for no key update ${wait ? sql`` : sql`skip locked`}`.execute(tx)
  if (rows[0] === undefined) return 'busy'
  return usable(tx, rows[0], days)
}

export const writeState = async (tx: Tx, days: WorkspaceDays, { seq, through }: Position): Promise<void> => {
  await sql`
    update report_state set log = (select log from live_clock), seq = ${seq}, time_zone = ${days.timeZone},
      through = ${through}`.execute(tx)
}

/** Restarts the aggregates. Needed after rows were added without events. */
export const distrustRollUps = (reader: Reader) => sql`update report_state set log = ''`.execute(reader)

/** The last event that the aggregates no longer need. Null: there are no aggregates; they will start from the rows. */
export async function neededUpTo(reader: Reader): Promise<number | null> {
  const { rows } = await sql<StateRow>`${columns} where log = (select log from live_clock)`.execute(reader)
  return rows[0]?.seq ?? null
}

/** Changes of aggregated days and of tickets by events after the position. */
export interface Unprocessed {
  /** The number of the last event that was read. */
  readonly seq: number
  /** Whether there are more events. */
  readonly hasMore: boolean
  /** Aggregated days of conversations with changed messages, each once. */
  readonly days: readonly ConversationDay[]
  readonly ticketIds: readonly number[]
}

const maxEvents = 2_000

/** The first unprocessed events. */
export async function unprocessedEvents(
  reader: Reader,
  days: WorkspaceDays,
  position: Position,
): Promise<Unprocessed> {
  const { rows } = await sql<Pick<LogRow, 'seq' | 'noun' | 'entity_id'>>`
    select seq, noun, entity_id from live_log where seq > ${position.seq} order by seq limit ${maxEvents}`.execute(
    reader,
  )
  const ids = (noun: string) => [
    ...new Set(rows.filter(row => row.noun === noun).map(({ entity_id: id }) => id)),
  ]
  const messageIds = ids('message')
  const closedBefore = days.start(position.through + 1)
  const { rows: messages } =
    messageIds.length === 0
      ? { rows: [] }
      : await sql<{ conversation_id: number; at: Date }>`
          select distinct conversation_id, at from messages
          where id = any(${messageIds}::bigint[]) and at < ${closedBefore}`.execute(reader)
  return {
    seq: rows.at(-1)?.seq ?? position.seq,
    hasMore: rows.length === maxEvents,
    days: [...daysOfMessages(days, messages), ...(await movedDays(reader, ids('conversation')))],
    ticketIds: ids('ticket'),
  }
}

/** Days of conversations that were merged into another one or given to another customer: no event names their messages. */
async function movedDays(
  reader: Reader,
  conversationIds: readonly number[],
): Promise<readonly ConversationDay[]> {
  if (conversationIds.length === 0) return []
  const { rows } = await sql<{ conversation_id: number; day: number }>`
    select distinct u.conversation_id, u.day from conversations c join report_units u on u.conversation_id = c.id
    where c.id = any(${conversationIds}::bigint[])
      and (c.continued_in is not null or c.customer_id <> u.customer_id)`.execute(reader)
  return rows.map(row => ({ conversationId: row.conversation_id, day: row.day }))
}

function daysOfMessages(
  days: WorkspaceDays,
  messages: readonly { readonly conversation_id: number; readonly at: Date }[],
): readonly ConversationDay[] {
  const all = messages.map(({ conversation_id, at }) => ({
    conversationId: conversation_id,
    day: days.of(at),
  }))
  return [...new Map(all.map(one => [`${one.conversationId} ${one.day}`, one])).values()]
}

/** The day before the first message; if there are no messages, `fallback`. */
export async function dayBeforeFirst(reader: Reader, days: WorkspaceDays, fallback: DayNo): Promise<DayNo> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from messages`.execute(reader)
  const first = rows[0]?.at ?? null
  return first === null ? fallback : Math.max(firstDay, days.of(first)) - 1
}
