import { openStatuses } from '@parley/core/rules/queue'
import type { Queue } from '@parley/core/words/conversations'
import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Whether a customer waits for a person in the conversation `c`. The index conversations_waiting has the same words. */
export const waits = sql<boolean>`(
  c.human_wait_started_at is not null and c.status not in ('RESOLVED', 'ARCHIVED'))`

/** Since when the customer of the conversation `c` waits for a person, else null. */
export const waitingSince = sql<Date | null>`case when ${waits} then c.human_wait_started_at end`

/** Whether the conversation `c` is put off. */
export const isSnoozed = sql<boolean>`(
  c.snoozed_until is not null and c.status not in ('RESOLVED', 'ARCHIVED'))`

/** Whether the conversation `c` can soon be sent templates only. */
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

const byWait = sql`
  ${waits} desc, ${waitingSince}, case when ${waits} then c.id end, c.last_activity desc, c.id desc`

const orders: Readonly<Record<Queue, Sql>> = {
  open: byWait,
  waiting: byWait,
  closing: sql`c.customer_wrote_at, c.id`,
  snoozed: sql`c.snoozed_until, c.id`,
}

/** Core's `orderOf` for a queue, of the conversation `c`. */
export const queueOrder = (queue: Queue): Sql => orders[queue]

/** The conversations `c` of a condition in the order of a queue, behind one of them or from the first. */
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

/** Those that wait by their index, then the others by theirs, so that neither part is sorted whole. */
function waitsPage(where: Sql, after: number | undefined, limit: number): Sql {
  const size = sql.lit(limit)
  const edge = sql`(
    select c.id, c.last_activity, ${waits} as waits, c.human_wait_started_at as since
    from conversations c where c.id = ${after ?? null})`
  const [behindWait, behindOther] =
    after === undefined
      ? [sql`true`, sql`true`]
      : [
          sql`(select waits from ${edge} e) and (c.human_wait_started_at, c.id) > (select since, id from ${edge} e)`,
          sql`((select waits from ${edge} e) or (c.last_activity, c.id) < (select last_activity, id from ${edge} e))`,
        ]
  return sql`
    (select c.* from conversations c where ${where} and ${waits} and ${behindWait}
      order by c.human_wait_started_at, c.id limit ${size})
    union all
    (select c.* from conversations c where ${where} and not ${waits} and ${behindOther}
      order by c.last_activity desc, c.id desc limit ${size})`
}
