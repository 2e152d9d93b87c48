import { type RawBuilder, sql } from 'kysely'
import { longestWaitMs, sendDeadlineMs } from '@parley/core/messages/delivery'
import type { MessageDetails } from '@parley/core/messages/details'
import { noteMessage } from '../conversations/thread.ts'
import { runPrepared } from '../db/connection/statement.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import type { TxContext } from '../db/write.ts'

/**
 * The columns of a message that is queued now. It inherits a wait for WhatsApp's limits from the messages before it in its
 * conversation, else from its business number.
 * @param holdMs delays its first attempt, and with it later messages of the conversation
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

/** An automatic message. */
export interface OwnWords {
  readonly type: 'text' | 'interactive' | 'template'
  readonly content: string
  readonly details: MessageDetails | null
  /** Since the message that it answers; null: it answers none. */
  readonly responseTimeS: number | null
}

interface OwnPlace {
  readonly conversationId: number
  readonly source: 'BOT' | 'SYSTEM'
  /** The bot's messages carry the conversation's generation: an agent who takes it raises that, and they are not sent. */
  readonly ownerGeneration: number | null
}

/** An automatic message that answers no customer's message: a notice, a reminder of the bot. */
interface OwnMessage extends OwnPlace, Omit<OwnWords, 'responseTimeS'> {}

/** Queues a message in a locked conversation. Answers its id. */
export async function queueOwn(
  context: TxContext,
  { conversationId, source, ownerGeneration, ...words }: OwnMessage,
): Promise<number> {
  const place = { conversationId, source, ownerGeneration }
  const [id] = await queueAllOwn(context, place, [{ ...words, responseTimeS: null }])
  if (id === undefined) throw new Error(`Conversation ${conversationId} took no message`)
  await noteMessage(context, conversationId, id)
  context.publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
  return id
}

/**
 * Queues messages in a locked conversation, in their order, with one statement. The caller updates the conversation's last
 * message (`noteMessage`). Answers their ids.
 */
export async function queueAllOwn(
  { tx, publish, now }: TxContext,
  { conversationId, source, ownerGeneration }: OwnPlace,
  messages: readonly OwnWords[],
): Promise<readonly number[]> {
  if (messages.length === 0) return []
  const queued = queuedNow(conversationId, now)
  const details = messages.map(one => (one.details === null ? null : JSON.stringify(one.details)))
  const rows = await runPrepared<{ id: number }>(
    tx,
    'queue_own',
    sql`insert into messages (conversation_id, direction, source, message_type, content, details, at, arrived_at, status,
        send_deadline, next_try_at, give_up_at, waits, waits_until, owner_generation, response_time_seconds)
      select ${conversationId}, 'OUTBOUND', ${source}, said.type, said.content, said.details::jsonb, ${now}, ${now},
        ${queued.status}, ${queued.send_deadline}, ${queued.next_try_at}, ${queued.give_up_at}, ${queued.waits},
        ${queued.waits_until}, ${ownerGeneration}, said.seconds
      from unnest(${messages.map(({ type }) => type)}::text[], ${messages.map(({ content }) => content)}::text[],
        ${details}::text[], ${messages.map(({ responseTimeS }) => responseTimeS)}::int[])
        with ordinality as said (type, content, details, seconds, place)
      order by said.place returning id`,
  )
  for (const { id } of rows) publish({ noun: 'message', id, kind: 'created' })
  return rows.map(({ id }) => id)
}

/**
 * An agent's message ends the customer's wait. Its response time counts from the start of the wait. A resolved conversation
 * has no wait.
 */
export const endedWait = (conversation: LockedConversation, now: Date) => {
  const started = conversation.status === 'RESOLVED' ? null : conversation.human_wait_started_at
  if (started === null) return { response_time_seconds: null, wait_started_at: null }
  const seconds = Math.round((now.getTime() - started.getTime()) / 1000)
  return { response_time_seconds: Math.max(0, seconds), wait_started_at: started }
}
