import { sql } from 'kysely'
import { holdingTransaction } from '../db/guard.ts'
import type { Tx, Writer } from '../db/write.ts'
import { logPosition } from '../live/log.ts'
import { dayIn } from './counted.ts'
import { type DayNo, dayText, type WorkspaceDays } from './days.ts'
import { enterAllTickets, enterTicketAgents, enterTickets } from './ledger.ts'
import { dayBeforeFirst, lockState, type RollUps, tailOf, writeState } from './state.ts'
import { applyUnits, type Unit } from './units.ts'

/** So many messages, and no fewer than a day's, are rolled up in one transaction, which a reader that waits for it may give 10 s. */
const messagesPerStep = 5_000
/** So many conversations' days in one statement. */
const unitsPerStatement = 2_000

interface CatchUpOptions {
  readonly wait?: boolean
  readonly isStopped?: () => boolean
  /** Hears how far it is. */
  readonly at?: (step: string) => void
}

/**
 * Follows the log to its end and rolls up every day that is over. Each step is one transaction with the position in it,
 * so it may end anywhere and goes on there. Answers whether it came to the end: not so when it was stopped, or when
 * another process is at it and `wait` is false.
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
 * Makes the roll-ups anew from the rows. Answers how many days they hold.
 * @param writer on a database without a time limit: all tickets are entered in one transaction
 */
export async function rebuild(
  writer: Pick<Writer, 'db' | 'now'>,
  days: WorkspaceDays,
  at: (step: string) => void = () => undefined,
): Promise<number> {
  at('Rolling up tickets')
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
  const state = await lockState(tx, days, wait)
  if (state === 'busy') return 'busy'
  const yesterday = days.of(now) - 1
  if (state === null) {
    await beginAnew(tx, days, now)
    return 'more'
  }
  const tail = await tailOf(tx, days, state)
  const closing =
    tail.isLong || state.through >= yesterday ? state.through : await nextThrough(tx, days, state, yesterday)
  if (closing !== state.through) at(`Rolling up messages up to ${dayText(closing)}`)
  const closed = await unitsBetween(tx, days, state.through + 1, closing)
  const conversations = await applyAll(tx, days, [...tail.units, ...closed])
  const ofTickets = await enterTickets(tx, days, tail.ticketIds)
  await enterTicketAgents(tx, [...new Set([...conversations, ...ofTickets])])
  if (tail.seq !== state.seq || closing !== state.through) {
    await writeState(tx, days, { seq: tail.seq, through: closing })
  }
  return tail.isLong || closing < yesterday ? 'more' : 'done'
}

/** Forgets everything and begins before the first message; the days then close as if they had just ended. */
async function beginAnew(tx: Tx, days: WorkspaceDays, now: Date): Promise<void> {
  const { seq } = await logPosition(tx)
  for (const table of ['units', 'days', 'returns', 'tickets', 'ticket_agents', 'ticket_days']) {
    await sql`delete from ${sql.table(`report_${table}`)}`.execute(tx)
  }
  await enterAllTickets(tx, days)
  await writeState(tx, days, { seq, through: await dayBeforeFirst(tx, days, days.of(now) - 1) })
}

/** The last of the next days that are few enough for one step. */
async function nextThrough(tx: Tx, days: WorkspaceDays, state: RollUps, yesterday: DayNo): Promise<DayNo> {
  const { rows } = await sql<{ at: Date }>`
    select at from messages where at >= ${days.start(state.through + 1)} order by at, id
    offset ${messagesPerStep} limit 1`.execute(tx)
  const tooMany = rows[0]?.at
  if (tooMany === undefined) return yesterday
  return Math.min(yesterday, Math.max(state.through + 1, days.of(tooMany) - 1))
}

async function unitsBetween(tx: Tx, days: WorkspaceDays, from: DayNo, to: DayNo): Promise<readonly Unit[]> {
  if (to < from) return []
  const { rows } = await sql<{ conversation_id: number; day: number }>`
    select distinct conversation_id, ${dayIn(sql`at`, days, from, to)} as day
    from messages where at >= ${days.start(from)} and at < ${days.start(to + 1)}
    order by 1, 2`.execute(tx)
  return rows.map(row => ({ conversationId: row.conversation_id, day: row.day }))
}

async function applyAll(tx: Tx, days: WorkspaceDays, units: readonly Unit[]): Promise<readonly number[]> {
  const conversations: number[] = []
  for (let start = 0; start < units.length; start += unitsPerStatement) {
    conversations.push(...(await applyUnits(tx, days, units.slice(start, start + unitsPerStatement))))
  }
  return conversations
}
