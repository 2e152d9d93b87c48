import { openStatuses } from '@parley/core/conversations/queue'
import { type Queue, type QueueClass, queueClasses } from '@parley/core/conversations/constants'
import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Whether a customer waits for a person in the conversation `c`. Must match the index conversations_waiting_class. */
export const waits = sql<boolean>`(
  c.human_wait_started_at is not null and c.status not in ('RESOLVED', 'ARCHIVED'))`

export const waitingSince = sql<Date | null>`case when ${waits} then c.human_wait_started_at end`

export const isSnoozed = sql<boolean>`(
  c.snoozed_until is not null and c.status not in ('RESOLVED', 'ARCHIVED'))`

/** A mark of `markClosing` counts while WhatsApp has not closed the window. */
const whileOpen = (mark: Sql) => sql<boolean>`(${mark} and c.customer_wrote_at is not null
  and coalesce(c.window_refused_at <= c.customer_wrote_at, true))`

/** Whether the conversation `c` will soon accept templates only. */
export const closesSoon = whileOpen(sql`c.closing_soon`)

/** The same within an hour. */
export const closesWithinHour = whileOpen(sql`c.closing_within_hour`)

/** The confidence that the waiting customer of `c` only thanks or agrees; null: not so. */
export const acknowledgement = sql<number | null>`case
  when ${waits} and c.human_wait_started_at = c.acknowledged_wait then c.acknowledged_confidence end`

/** Whether an agent decided that the customer's messages in `c` need no reply: no wait runs, and nothing came since. */
export const needsNoReply = sql<boolean>`(coalesce(c.no_reply_message_id = c.last_message_id, false)
  and c.human_wait_started_at is null and not c.with_bot and c.status not in ('RESOLVED', 'ARCHIVED'))`

const isOpen = sql`(${waits} or c.status = any(${[...openStatuses]}::text[]))`

const members: Readonly<Record<Queue, Sql>> = {
  open: sql`(not c.with_bot and not ${isSnoozed} and ${isOpen} and not ${needsNoReply})`,
  waiting: sql`(not c.with_bot and not ${isSnoozed} and ${waits})`,
  closing: sql`(not c.with_bot and not ${isSnoozed} and ${isOpen} and ${closesSoon} and not ${needsNoReply})`,
  failed: sql`(not c.with_bot and not ${isSnoozed} and ${isOpen} and c.reply_failed)`,
  snoozed: sql`(not c.with_bot and ${isSnoozed})`,
  'no-reply': sql`(not ${isSnoozed} and ${needsNoReply})`,
}

/** Whether the conversation `c` is in a queue, as core's `isInQueue`. */
export const isInQueue = (queue: Queue): Sql => members[queue]

const numberOf = (queueClass: QueueClass) => sql.lit(queueClasses.indexOf(queueClass))

/** Whether the waiting customer of `c` can be answered, as core's `waitsForAnswer`. */
export const isDeliverable = sql<boolean>`(c.queue_class < ${numberOf('undeliverable')})`

/** The order of waiting conversations `c`. */
export const waitOrder = sql`c.queue_class, c.human_wait_started_at, c.id`

const byWait = sql`${waits} desc, case when ${waits} then c.queue_class end, ${waitingSince},
  case when ${waits} then c.id end, c.last_activity desc, c.id desc`

/** The list's order, `compareConversations` in core. */
export const newestFirst = sql`c.last_activity desc, c.id desc`

/** The list turned round. */
export const oldestFirst = sql`c.last_activity, c.id`

const orders: Readonly<Record<Queue, Sql>> = {
  open: byWait,
  waiting: byWait,
  closing: sql`c.customer_wrote_at, c.id`,
  failed: newestFirst,
  snoozed: sql`c.snoozed_until, c.id`,
  'no-reply': newestFirst,
}

/** Core's `orderOf` for a queue, of the conversation `c`. */
export const queueOrder = (queue: Queue): Sql => orders[queue]

/** A page in the order of a queue other than the newest first, after one conversation or from the first. */
export function queuePage(
  queue: Exclude<Queue, 'failed' | 'no-reply'>,
  where: Sql,
  after: number | undefined,
  limit: number,
): Sql {
  if (queue === 'open' || queue === 'waiting') return waitsPage(where, after, limit)
  const behind =
    after === undefined
      ? sql`true`
      : sql`(c.${places[queue]}, c.id) > (select ${places[queue]}, id from conversations where id = ${after})`
  return sql`
    select c.* from conversations c where ${where} and ${behind} order by ${queueOrder(queue)} limit ${sql.lit(limit)}`
}

const places = { closing: sql`customer_wrote_at`, snoozed: sql`snoozed_until` }

/** Waiting conversations class by class, then the others: each part comes from an index, without a sort. */
function waitsPage(where: Sql, after: number | undefined, limit: number): Sql {
  const size = sql.lit(limit)
  const edge = sql`(
    select c.id, c.last_activity, c.queue_class, c.human_wait_started_at as since, ${waits} as waits
    from conversations c where c.id = ${after ?? null})`
  const behindWait = (number: Sql) =>
    after === undefined
      ? sql`true`
      : sql`(select waits and queue_class <= ${number} from ${edge} e) and (c.human_wait_started_at, c.id) > (
          select case when queue_class = ${number} then since else '-infinity' end,
            case when queue_class = ${number} then id else 0 end from ${edge} e)`
  const behindOther =
    after === undefined
      ? sql`true`
      : sql`((select waits from ${edge} e) or (c.last_activity, c.id) < (select last_activity, id from ${edge} e))`
  const waiting = queueClasses.map(numberOf).map(
    number => sql`
    (select c.* from conversations c where ${where} and ${waits} and c.queue_class = ${number} and ${behindWait(number)}
      order by c.human_wait_started_at, c.id limit ${size})
    union all`,
  )
  return sql`${sql.join(waiting, sql``)}
    (select c.* from conversations c where ${where} and not ${waits} and ${behindOther}
      order by ${newestFirst} limit ${size})`
}
