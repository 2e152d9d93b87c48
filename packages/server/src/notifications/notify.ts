import type { NotificationType } from '@parley/core/api/notifications'
import { cut } from '@parley/core/rules/format'
import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** What a notice says. `cause`: what dismisses it once it is done; an outcome and a colleague's words end with nothing. */
export interface Notice {
  readonly agentId: number
  readonly cause: 'offer' | 'outcome' | 'agent'
  readonly type: NotificationType
  readonly title: string
  readonly message: string
  readonly conversationId: number | null
  readonly importance?: 'high' | 'medium' | 'low'
  /** False: its toast stays until it is closed by hand. */
  readonly autoClose?: boolean
}

/** Writes a notice, in the transaction of what it tells of. Answers its id. */
export async function notify(tx: Tx, emit: Emit, notice: Notice, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('notifications')
    .values({
      agent_id: notice.agentId,
      cause: notice.cause,
      type: notice.type,
      title: notice.title,
      message: notice.message,
      conversation_id: notice.conversationId,
      importance: notice.importance ?? 'medium',
      auto_close: notice.autoClose ?? true,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  emit({ noun: 'notification', id, kind: 'created', agentId: notice.agentId })
  return id
}

const longestExcerpt = 120

/**
 * Tells of a customer's message: the owner, else every available agent. An agent has one open notice for each
 * conversation, which says the newest; it is unread again. The conversation must be locked.
 */
export async function notifyOfMessage(
  tx: Tx,
  emit: Emit,
  { conversationId, text, type }: { conversationId: number; text: string; type: string },
  now: Date,
): Promise<void> {
  const words = text.trim() === '' ? `[${type}]` : cut(text.trim(), longestExcerpt)
  const { rows } = await sql<{ id: number; agent_id: number }>`
    insert into notifications (agent_id, cause, type, title, message, conversation_id, created_at, updated_at)
    select a.id, 'message', 'MESSAGE',
      'New message from ' || coalesce(cu.name, 'Customer (' || coalesce(cu.phone, 'Unknown') || ')'),
      ${words}::text, c.id, ${now}::timestamptz, ${now}::timestamptz
    from conversations c
    join customers cu on cu.id = c.customer_id
    left join agents o on o.id = c.assignee_id and o.disabled_at is null
    join agents a on a.disabled_at is null and (a.id = o.id or (o.id is null and a.status = 'AVAILABLE'))
    where c.id = ${conversationId}
    order by a.id
    on conflict (agent_id, conversation_id) where cause = 'message' and dismissed_at is null
    do update set title = excluded.title, message = excluded.message, read_at = null, updated_at = excluded.updated_at
    returning id, agent_id`.execute(tx)
  for (const { id, agent_id: agentId } of rows) emit({ noun: 'notification', id, kind: 'changed', agentId })
}
