import { Refusal } from '@parley/core/errors'
import { sendDeadlineMs } from '@parley/core/messages/delivery'
import { notOfThisChannel, takes } from '@parley/core/channel/rules'
import { whyNotReactable } from '@parley/core/messages/rules'
import type { Message } from '@parley/core/messages/api'
import { sql } from 'kysely'
import { lockConversation, refuseArchived } from '../conversations/lock.ts'
import { channelOf } from '../conversations/reach.ts'
import { type Writer, write } from '../db/write.ts'
import { wamidOf } from './quotes.ts'
import { refuseUnlessOpen } from './refuse-unless-open.ts'

/**
 * An agent puts a sign on a message, in place of what any agent put there before; null takes it away. It is told to
 * WhatsApp soon, again and again if need be: the same sign twice is one.
 * @throws Refusal message.not-found, message.not-reactable, conversation.archived, message.window-closed, message.unreachable
 */
export const react = (
  writer: Writer,
  messageId: number,
  agentId: number,
  emoji: string | null,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const message = await tx
      .selectFrom('messages')
      .select(['conversation_id', 'source', 'status', 'at', 'revoked_at'])
      .select(sql.raw<string | null>(wamidOf('messages.id')).as('wamid'))
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (message === undefined) throw new Refusal('message.not-found', { id: messageId })
    const conversation = await lockConversation(tx, message.conversation_id)
    refuseArchived(conversation)
    if (!takes(channelOf(conversation), 'reaction'))
      throw new Refusal('message.not-reactable', { reason: `A sign ${notOfThisChannel}` })
    const now = writer.now()
    refuseUnlessOpen(conversation, now)
    const reason = whyNotReactable(
      {
        status: message.status as Message['status'],
        source: message.source as Message['source'],
        sender_id: null,
        revoked_at: message.revoked_at?.toISOString() ?? null,
        created_at: message.at.toISOString(),
      },
      now,
    )
    if (reason !== null || message.wamid === null) {
      throw new Refusal('message.not-reactable', { reason: reason ?? 'WhatsApp does not have it yet' })
    }
    const due = {
      emoji: emoji ?? '',
      agent_id: agentId,
      at: now,
      next_try_at: now,
      deadline: new Date(now.getTime() + sendDeadlineMs),
      tries: 0,
      failure: null,
    }
    await tx
      .insertInto('agent_reactions')
      .values({ message_id: messageId, version: 1, ...due })
      .onConflict(conflict =>
        conflict.column('message_id').doUpdateSet({ ...due, version: sql`agent_reactions.version + 1` }),
      )
      .execute()
    emit({ noun: 'message', id: messageId, kind: 'changed' })
  })
