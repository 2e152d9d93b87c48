import { headStartMinutes, openStatuses } from '@parley/core/conversations/queue'
import type { Queue } from '@parley/core/conversations/constants'
import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Whether a customer waits for a person in the conversation `c`. Must match the index conversations_waiting. */
export const waits = sql<boolean>`(
  c.human_wait_started_at is not null and c.status not in ('RESOLVED', 'ARCHIVED'))`

export const waitingSince = sql<Date | null>`case when ${waits} then c.human_wait_started_at end`

export const isSnoozed = sql<boolean>`(
  c.snoozed_until is not null and c.status not in ('RESOLVED', 'ARCHIVED'))`

/** Whether the conversation `c` will soon accept templates only. */
export const closesSoon = sql<boolean>`(c.closing_soon and c.customer_wrote_at is not null
  and coalesce(c.window_refused_at <= c.customer_wrote_at, true))`

const isOpen = sql`(${waits} or c.status = any(${[...openStatuses]}::text[]))`

const members: Readonly<Record<Queue, Sql>> = {
  open: sql`(not c.with_bot and not ${isSnoozed} and ${isOpen})`,
  waiting: sql`(not c.with_bot and not ${isSnoozed} and ${waits})`,
  closing: sql`(not c.with_bot and not ${isSnoozed} and ${isOpen} and ${closesSoon})`,
  snoozed: sql`(not c.with_bot and ${isSnoozed})`,
}

/** Whether the conversation `c` is in a queue, as core's `isInQueue`. */
export const isInQueue = (queue: Queue): Sql => members[queue]

/** The urgency class of `c`, by its tickets. Must match the index conversations_waiting_urgency. */
const urgency = sql<number>`(case c.ticket_priority when 'URGENT' then 2 when 'HIGH' then 1 else 0 end)`

/** The head start of each class, in minutes. */
const headStarts = [0, headStartMinutes.HIGH, headStartMinutes.URGENT] as const

/** The start of the wait less the head start, as in core's `compareWaits`; null: it does not wait. */
const countsSince = sql<Date | null>`(${waitingSince} - make_interval(mins => case c.ticket_priority
  when 'URGENT' then ${sql.lit(headStartMinutes.URGENT)} when 'HIGH' then ${sql.lit(headStartMinutes.HIGH)} else 0 end))`

const byWait = sql`
  ${waits} desc, ${countsSince}, case when ${waits} then c.id end, c.last_activity desc, c.id desc`

const orders: Readonly<Record<Queue, Sql>> = {
  open: byWait,
  waiting: byWait,
  closing: sql`c.customer_wrote_at, c.id`,
  snoozed: sql`c.snoozed_until, c.id`,
}

/** Core's `orderOf` for a queue, of the conversation `c`. */
export const queueOrder = (queue: Queue): Sql => orders[queue]

/** A page in the order of a queue, after one conversation or from the first. */
export function queuePage(queue: Queue, where: Sql, after: number | undefined, limit: number): Sql {
  if (queue === 'open' || queue === 'waiting') return waitsPage(where, after, limit)
  const place = queue === 'closing' ? sql`customer_wrote_at` : sql`snoozed_until`
  const behind =
    after === undefined
      ? sql`true`
      : sql`(c.${place}, c.id) > (select ${place}, id from conversations where id = ${after})`
  return sql`
    select c.* from conversations c where ${where} and ${behind} order by ${queueOrder(queue)} limit ${sql.lit(limit)}`
}

/** Waiting conversations class by class, then the others: each part comes from an index, without a sort. */
function waitsPage(where: Sql, after: number | undefined, limit: number): Sql {
  const size = sql.lit(limit)
  const edge = sql`(
    select c.id, c.last_activity, ${waits} as waits, ${countsSince} as since
    from conversations c where c.id = ${after ?? null})`
  const behindWait = (minutes: number) =>
    after === undefined
      ? sql`true`
      : sql`(select waits from ${edge} e) and (c.human_wait_started_at, c.id) >
          (select since + make_interval(mins => ${sql.lit(minutes)}), id from ${edge} e)`
  const behindOther =
    after === undefined
      ? sql`true`
      : sql`((select waits from ${edge} e) or (c.last_activity, c.id) < (select last_activity, id from ${edge} e))`
  const waiting = headStarts.map(
    (minutes, urgent) => sql`
    (select c.* from conversations c where ${where} and ${waits} and ${urgency} = ${sql.lit(urgent)} and ${behindWait(minutes)}
      order by c.human_wait_started_at, c.id limit ${size})
    union all`,
  )
  return sql`${sql.join(waiting, sql``)}
    (select c.* from conversations c where ${where} and not ${waits} and ${behindOther}
      order by c.last_activity desc, c.id desc limit ${size})`
}
