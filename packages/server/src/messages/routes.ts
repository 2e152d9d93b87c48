import { isRead, seenUpTo } from '@parley/core/conversations/unread'
import { ApiError } from '@parley/core/errors'
import { messageCalls, type messageCalls as declared } from '@parley/core/messages/api'
import type { FileStore } from '../attachments/store.ts'
import { readVoiceNote } from '../attachments/voice-note.ts'
import type { Actor } from '../audit/record.ts'
import { changeStatusIn, type StatusFollowers } from '../conversations/actions.ts'
import { seenBy, unreadOf } from '../conversations/counts.ts'
import { conversationExists, isUnassigned } from '../conversations/queries.ts'
import type { Reader, TxContext, Writer } from '../db/write.ts'
import { type Context, type Http, mount } from '../http/mount.ts'
import { conversationId, messageId } from '../http/ids.ts'
import { currentSeq } from '../live/log.ts'
import { unreadNotificationCount } from '../notifications/queries.ts'
import { visibilityOf } from '../visibility/queries.ts'
import { markSeen } from './mark-seen.ts'
import { attemptsOf, history, isInConversation, messagesById } from './queries.ts'
import { react } from './react.ts'
import { retry } from './retry.ts'
import { send, type TakeByReply } from './send.ts'

export interface MessageDeps {
  readonly writer: Writer
  readonly store: FileStore
  readonly wakeDelivery: () => void
  /** Milliseconds for which a reply is held, so that its writer can take it back; the workspace's setting overrides it. */
  readonly holdMs: number
  /** Takes back a message of this agent that was not sent yet. */
  readonly takeBack: (messageId: number, by: Actor & { readonly agentId: number }) => Promise<void>
  readonly takeByReply: TakeByReply
  /** What follows where a reply resolves its conversation. */
  readonly followers: StatusFollowers
}

async function knownConversation(reader: Reader, text: string): Promise<number> {
  const id = conversationId(text)
  if (!(await conversationExists(reader, id))) throw new ApiError('conversation.not-found', { id: text })
  return id
}

async function knownMessage(
  reader: Reader,
  text: string | undefined,
  inside: number,
): Promise<number | undefined> {
  if (text === undefined) return undefined
  const id = messageId(text)
  if (!(await isInConversation(reader, id, inside))) throw new ApiError('message.not-found', { id: text })
  return id
}

/** A part of a thread, each message with the caller's read state. */
async function historyOf(
  db: Reader,
  { params, query, caller, reply }: Context<(typeof declared)['history']>,
) {
  const seq = await currentSeq(db)
  const id = await knownConversation(db, params.id)
  const part = await history(db, id, {
    limit: query.limit,
    before: await knownMessage(db, query.before, id),
    around: await knownMessage(db, query.around, id),
    after: await knownMessage(db, query.after, id),
    withFiles: query.include_attachments,
  })
  const { mark, atBaseline } = await seenBy(db, caller.agentId, id)
  const seenNo = seenUpTo(mark, atBaseline)
  reply.header('Parley-Seq', seq)
  return {
    messages: part.messages.map(message => ({ ...message, is_read: isRead(message.inbound_no, seenNo) })),
    has_more: part.hasMore,
    has_newer: part.hasNewer,
  }
}

export function messageRoutes(
  http: Http,
  { writer, store, wakeDelivery, holdMs, takeBack, takeByReply, followers }: MessageDeps,
): void {
  const { db } = writer

  const messageNow = async (id: number) => {
    const message = (await messagesById(db, [id])).get(id)
    if (message === undefined) throw new ApiError('message.not-found', { id })
    return message
  }

  const answerHistory = (context: Context<(typeof declared)['history']>) => historyOf(db, context)

  mount(http, messageCalls, {
    history: answerHistory,
    historyFallback: answerHistory,
    send: async ({ params, query, body, caller }) => {
      if (body !== undefined && (query.content !== undefined || query.document_id !== undefined))
        throw ApiError.field('content', 'is in the query and a body came too: use one of the two')
      const id = conversationId(params.id)
      const { undo_send_seconds: undo, replies_take: taking } = caller.settings
      const resolved = { status: 'RESOLVED', by: caller } as const
      const sent = await send(writer, {
        conversationId: id,
        by: caller,
        visibility: visibilityOf(caller),
        reply: body ?? query,
        voice: body?.voice === undefined ? null : await readVoiceNote(db, store, body.document_id),
        holdMs: undo === null ? holdMs : undo * 1_000,
        take: taking === 'unassigned' && (await isUnassigned(db, id)) ? takeByReply : null,
        ...(body?.resolve === true && {
          resolve: (context: TxContext) => changeStatusIn(context, id, resolved, followers),
        }),
      })
      wakeDelivery()
      const message = await messageNow(sent)
      return { ...message, agent_id: String(caller.agentId), agent_name: caller.agentName }
    },
    react: async ({ params, body, caller }) => {
      const id = messageId(params.id)
      await react(writer, id, caller.agentId, body.emoji)
      wakeDelivery()
      return messageNow(id)
    },
    retry: async ({ params }) => {
      const id = messageId(params.id)
      await retry(writer, id)
      wakeDelivery()
      return messageNow(id)
    },
    takeBack: async ({ params, caller }) => {
      const id = messageId(params.id)
      await takeBack(id, caller)
      return messageNow(id)
    },
    attempts: async ({ params }) => {
      const tried = await attemptsOf(db, messageId(params.id))
      if (tried === null) throw new ApiError('message.not-found', { id: params.id })
      return tried
    },
    markSeen: async ({ params, body, caller }) => {
      const id = conversationId(params.id)
      const upTo = body?.up_to === undefined ? null : messageId(body.up_to)
      const count = await markSeen(writer, caller.agentId, id, { upTo, only: body?.only })
      return { conversation_id: String(id), updated_count: count }
    },
    unreadStats: async ({ caller, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const { messages, conversations, listed } = await unreadOf(db, caller.agentId)
      return {
        total_unread_messages: messages,
        conversations_with_unread: conversations,
        conversation_unread_counts: Object.fromEntries(listed.map(one => [String(one.id), one.count])),
        unread_notifications: await unreadNotificationCount(db, caller.agentId),
        unread_conversations: listed.map(one => String(one.id)),
      }
    },
  })
}
