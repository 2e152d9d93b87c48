import { openStatuses } from '@parley/core/rules/queue'
import type { Queue } from '@parley/core/words/conversations'
import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Whether a customer waits for a person in the conversation `c`. The index conversations_waiting has the same words. */
export const waits = sql<boolean>`(
  c.human_wait_started_at is not null and c.status not in ('RESOLVED', 'ARCHIVED'))`

/** Since when the customer of the conversation `c` waits for a person, else null. */
export const waitingSince = sql<Date | null>`case when ${waits} then c.human_wait_started_at end`

/** Whether the conversation `c` is in a queue, as core's `isInQueue`. */
export const isInQueue = (queue: Queue): Sql =>
  queue === 'waiting'
    ? sql`(not c.with_bot and ${waits})`
    : sql`(not c.with_bot and (${waits} or c.status = any(${[...openStatuses]}::text[])))`

/** Core's `orderOf` for a queue, of the conversation `c`. */
export const queueOrder = sql`
  ${waits} desc, ${waitingSince}, case when ${waits} then c.id end, c.last_activity desc, c.id desc`

/**
 * The conversations `c` of a condition in the order of a queue, behind one of them or from the first: those that wait by
 * their index, then the others by theirs, so that neither part is sorted whole.
 */
export function queuePage(where: Sql, after: number | undefined, limit: number): Sql {
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
