import { sql } from 'kysely'
import type { Reader, Tx } from '../db/write.ts'
import { type LogRow, logPosition, oldestSeq } from '../live/log.ts'
import { type DayNo, firstDay, type WorkspaceDays } from './days.ts'
import type { Unit } from './units.ts'

/** How far the roll-ups have come. */
export interface RollUps {
  /** The log's number up to which they have followed it. */
  readonly seq: number
  /** Every day up to this one is rolled up. */
  readonly through: DayNo
}

interface StateRow extends RollUps {
  readonly log: string
  readonly time_zone: string
}

const columns = sql`select log, seq, time_zone, through from report_state`

/** The state, if the roll-ups are of this log and this time zone and the log still holds all that came after; else null. */
async function usable(
  reader: Reader,
  row: StateRow | undefined,
  days: WorkspaceDays,
): Promise<RollUps | null> {
  const { seq, log } = await logPosition(reader)
  if (row === undefined || row.log !== log || row.time_zone !== days.timeZone || row.seq > seq) return null
  const isWhole = row.seq === seq || ((await oldestSeq(reader)) ?? seq + 1) <= row.seq + 1
  return isWhole ? { seq: row.seq, through: row.through } : null
}

export async function readState(reader: Reader, days: WorkspaceDays): Promise<RollUps | null> {
  const { rows } = await sql<StateRow>`${columns}`.execute(reader)
  return usable(reader, rows[0], days)
}

/**
 * The same under the lock that makes its holder the only writer; "busy" when another one holds it and `wait` is false.
 */
export async function lockState(
  tx: Tx,
  days: WorkspaceDays,
  wait: boolean,
): Promise<RollUps | null | 'busy'> {
  const { rows } = await sql<StateRow>`
    ${columns} for no key update ${wait ? sql`` : sql`skip locked`}`.execute(tx)
  if (rows[0] === undefined) return 'busy'
  return usable(tx, rows[0], days)
}

export const writeState = async (tx: Tx, days: WorkspaceDays, { seq, through }: RollUps): Promise<void> => {
  await sql`
    update report_state set log = (select log from live_clock), seq = ${seq}, time_zone = ${days.timeZone},
      through = ${through}`.execute(tx)
}

/** For rows that came without the log: the roll-ups begin anew. */
export const distrustRollUps = (reader: Reader) => sql`update report_state set log = ''`.execute(reader)

/** The log's number up to which the roll-ups need it no more; null while there are none, since they begin with the rows. */
export async function neededUpTo(reader: Reader): Promise<number | null> {
  const { rows } = await sql<StateRow>`${columns} where log = (select log from live_clock)`.execute(reader)
  return rows[0]?.seq ?? null
}

/** What the log says of the days that are rolled up, and of tickets. */
export interface Tail {
  /** The last number that was looked at. */
  readonly seq: number
  /** Whether there is more behind it. */
  readonly isLong: boolean
  /** Conversations' days that are rolled up and in which messages changed, each once. */
  readonly units: readonly Unit[]
  readonly ticketIds: readonly number[]
}

/** At most so many log rows in one step. */
const longestTail = 2_000

/** The log after the roll-ups' position. */
export async function tailOf(reader: Reader, days: WorkspaceDays, state: RollUps): Promise<Tail> {
  const { rows } = await sql<Pick<LogRow, 'seq' | 'noun' | 'entity_id'>>`
    select seq, noun, entity_id from live_log where seq > ${state.seq} order by seq limit ${longestTail}`.execute(
    reader,
  )
  const ids = (noun: string) => [
    ...new Set(rows.filter(row => row.noun === noun).map(({ entity_id: id }) => id)),
  ]
  const messageIds = ids('message')
  const closedBefore = days.start(state.through + 1)
  const { rows: messages } =
    messageIds.length === 0
      ? { rows: [] }
      : await sql<{ conversation_id: number; at: Date }>`
          select distinct conversation_id, at from messages
          where id = any(${messageIds}::bigint[]) and at < ${closedBefore}`.execute(reader)
  return {
    seq: rows.at(-1)?.seq ?? state.seq,
    isLong: rows.length === longestTail,
    units: [...unitsOf(days, messages), ...(await unitsLeft(reader, ids('conversation')))],
    ticketIds: ids('ticket'),
  }
}

/** The days of conversations that go on in another one, or are another customer's now: no message says so. */
async function unitsLeft(reader: Reader, conversationIds: readonly number[]): Promise<readonly Unit[]> {
  if (conversationIds.length === 0) return []
  const { rows } = await sql<{ conversation_id: number; day: number }>`
    select distinct u.conversation_id, u.day from conversations c join report_units u on u.conversation_id = c.id
    where c.id = any(${conversationIds}::bigint[])
      and (c.continued_in is not null or c.customer_id <> u.customer_id)`.execute(reader)
  return rows.map(row => ({ conversationId: row.conversation_id, day: row.day }))
}

function unitsOf(
  days: WorkspaceDays,
  messages: readonly { readonly conversation_id: number; readonly at: Date }[],
): readonly Unit[] {
  const units = messages.map(({ conversation_id, at }) => ({
    conversationId: conversation_id,
    day: days.of(at),
  }))
  return [...new Map(units.map(unit => [`${unit.conversationId} ${unit.day}`, unit])).values()]
}

/** The day before the first message; where there is none, the given one. */
export async function dayBeforeFirst(reader: Reader, days: WorkspaceDays, else_: DayNo): Promise<DayNo> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from messages`.execute(reader)
  const first = rows[0]?.at ?? null
  return first === null ? else_ : Math.max(firstDay, days.of(first)) - 1
}
