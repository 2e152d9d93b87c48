import type { BotState } from '@parley/bot/state'
import type { HandoverReason } from '@parley/core/bot/brief-constants'
import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'
import { notifyOfMessages } from '../notifications/notify.ts'

interface Handover {
  readonly reason: HandoverReason
  readonly state: BotState
  /** What the customer wrote last, in the thread's order. */
  readonly heard: readonly { readonly content: string; readonly message_type: string; readonly at: Date }[]
}

/**
 * Gives a locked conversation of the bot to people: it is in the queue from here on, and the customer waits since what they
 * wrote last. What the bot has said already still leaves, until a person has the conversation.
 */
export async function handToPeople(
  tx: Tx,
  emit: Emit,
  conversation: { readonly id: number },
  { reason, state, heard }: Handover,
  now: Date,
): Promise<void> {
  const last = heard.at(-1)
  await tx
    .updateTable('conversations')
    .set({
      with_bot: false,
      bot_from: null,
      updated_at: now,
      human_wait_started_at: sql<Date>`coalesce(human_wait_started_at, ${last?.at ?? now}::timestamptz)`,
    })
    .where('id', '=', conversation.id)
    .execute()
  await tx
    .insertInto('bot_handovers')
    .values({
      conversation_id: conversation.id,
      reason,
      intent: state.wish?.intent ?? null,
      state: JSON.stringify(state),
      at: now,
    })
    .execute()
  if (last !== undefined) {
    const told = { conversationId: conversation.id, text: last.content, type: last.message_type }
    await notifyOfMessages(tx, emit, [told], now)
  }
  emit({ noun: 'conversation', id: conversation.id, kind: 'handed' })
}
