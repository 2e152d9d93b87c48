import type { MessageDetails } from '@parley/core/messages/details'
import { sql } from 'kysely'
import { runPrepared } from '../db/statement.ts'
import type { Emit, Tx } from '../db/write.ts'
import { noteMessage } from './newest.ts'
import { queuedNow } from './queued.ts'

/** What Parley says by itself, in a conversation. */
export interface OwnWords {
  readonly type: 'text' | 'interactive' | 'template'
  readonly content: string
  readonly details: MessageDetails | null
  /** From what it answers to now; null: it answers nobody. */
  readonly responseTimeS: number | null
}

/** Where, and as whom, it is said. */
export interface OwnPlace {
  readonly conversationId: number
  readonly source: 'BOT' | 'SYSTEM'
  /** Of the bot: the conversation's, so that nothing of it leaves once a person has it. */
  readonly ownerGeneration: number | null
}

/** What Parley says that nobody asked for at this moment: a notice of the desk, a reminder of the bot. */
export interface OwnMessage extends OwnPlace, Omit<OwnWords, 'responseTimeS'> {}

/** Queues it in a locked conversation; it answers nobody. Answers its id. */
export async function queueOwn(
  tx: Tx,
  emit: Emit,
  { conversationId, source, ownerGeneration, ...words }: OwnMessage,
  now: Date,
): Promise<number> {
  const place = { conversationId, source, ownerGeneration }
  const [id] = await queueAllOwn(tx, emit, place, [{ ...words, responseTimeS: null }], now)
  if (id === undefined) throw new Error(`Conversation ${conversationId} took no message`)
  await noteMessage(tx, conversationId, id, now)
  emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
  return id
}

/**
 * Queues messages in a locked conversation, in their order and by one statement. Answers their ids; that the last of them is
 * the conversation's newest (`noteMessage`) is left to the caller.
 */
export async function queueAllOwn(
  tx: Tx,
  emit: Emit,
  { conversationId, source, ownerGeneration }: OwnPlace,
  messages: readonly OwnWords[],
  now: Date,
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
  for (const { id } of rows) emit({ noun: 'message', id, kind: 'created' })
  return rows.map(({ id }) => id)
}
