import { longestWaitMs, sendDeadlineMs } from '@parley/core/messages/delivery'
import { type RawBuilder, sql } from 'kysely'

/**
 * What the columns of a message say that is queued now: when it is tried and given up; and that it waits for a limit of
 * WhatsApp's like those before it in its conversation, or like everything from its number, or for nothing.
 * @param holdMs how long it is held before it is tried; those behind it in its conversation wait for it
 */
export function queuedNow(conversationId: number, now: Date, holdMs = 0) {
  const waitingLike = (column: 'waits' | 'waits_until') => sql`(
    select ${sql.ref(column)} from (
      select 1 as place, m.waits, m.waits_until from messages m
      where m.conversation_id = ${conversationId} and m.status = 'queued' and m.waits->>'kind' = 'pair'
      union all
      select 2, h.failure || jsonb_build_object('kind', h.kind), h.until
      from sending_holds h join conversations c on c.phone_number_id = h.phone_number_id
      where c.id = ${conversationId} and h.until > ${now}
    ) as held order by place limit 1)`
  return {
    status: 'queued' as const,
    next_try_at: new Date(now.getTime() + holdMs),
    send_deadline: new Date(now.getTime() + holdMs + sendDeadlineMs),
    give_up_at: new Date(now.getTime() + longestWaitMs),
    waits: waitingLike('waits') as RawBuilder<string | null>,
    waits_until: waitingLike('waits_until') as RawBuilder<Date | null>,
  }
}
