import type { NotificationType } from '@parley/core/notifications/api'
import type { TxContext } from '../db/write.ts'

/** `cause`: the end of an offer, a mention or a reminder dismisses its notice (`dismissDone`); other notices stay open. */
interface Notice {
  readonly agentId: number
  readonly cause: 'offer' | 'outcome' | 'agent' | 'account' | 'mention' | 'reminder'
  readonly type: NotificationType
  readonly title: string
  readonly message: string
  readonly conversationId: number | null
  /** The note of a mention. */
  readonly noteId?: number
  readonly reminderId?: number
  readonly importance?: 'high' | 'medium' | 'low'
  /** False: its toast stays until the agent closes it. */
  readonly autoClose?: boolean
}

/** Writes a notice in the transaction of its cause. Answers its id. */
export async function notify({ tx, publish, now }: TxContext, notice: Notice): Promise<number> {
  const { id } = await tx
    .insertInto('notifications')
    .values({
      agent_id: notice.agentId,
      cause: notice.cause,
      type: notice.type,
      title: notice.title,
      message: notice.message,
      conversation_id: notice.conversationId,
      note_id: notice.noteId ?? null,
      reminder_id: notice.reminderId ?? null,
      importance: notice.importance ?? 'medium',
      auto_close: notice.autoClose ?? true,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  publish({ noun: 'notification', id, kind: 'created', agentId: notice.agentId })
  return id
}
