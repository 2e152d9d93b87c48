import { sql } from 'kysely'
import { ApiError } from '@parley/core/errors'
import type { NotificationType } from '@parley/core/notifications/api'
import { lockAgent } from '../agents/queries.ts'
import { write, type Writer } from '../db/write.ts'
import { notify } from './notice.ts'

interface LeftNotice {
  readonly from: { readonly id: number; readonly name: string }
  readonly toId: number
  readonly type: NotificationType
  readonly conversationId: number | null
  readonly message: string
}

/** Leaves a colleague a notice. Answers its id. @throws ApiError agent.not-found, conversation.not-found */
export const leaveNotice = (writer: Writer, left: LeftNotice): Promise<number> =>
  write(writer, async context => {
    const { tx } = context
    const { id } = await lockAgent(tx, left.toId)
    if (left.conversationId !== null) {
      const known = await tx
        .selectFrom('conversations')
        .select('id')
        .where('id', '=', left.conversationId)
        .executeTakeFirst()
      if (known === undefined) throw new ApiError('conversation.not-found', { id: left.conversationId })
    }
    const { type, message, conversationId } = left
    const title = `From ${left.from.name}`
    return notify(context, { agentId: id, cause: 'agent', type, title, message, conversationId })
  })

/** Reads one of an agent's own notices, which dismisses it. A repeat changes nothing. @throws ApiError notification.not-found */
export const readNotice = (writer: Writer, agentId: number, id: number): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const own = await tx
      .selectFrom('notifications')
      .select('dismissed_at')
      .where('id', '=', id)
      .where('agent_id', '=', agentId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (own === undefined) throw new ApiError('notification.not-found', { id })
    if (own.dismissed_at !== null) return
    const { now } = context
    await tx
      .updateTable('notifications')
      .set({ read_at: sql<Date>`coalesce(read_at, ${now}::timestamptz)`, dismissed_at: now })
      .where('id', '=', id)
      .execute()
    publish({ noun: 'notification', id, kind: 'changed', agentId })
  })

/**
 * Marks an agent's open notices read, or dismisses them. Answers how many changed. Rows are locked in the order of their
 * ids, as everywhere.
 */
export const stampOpenNotices = (
  writer: Writer,
  agentId: number,
  column: 'read_at' | 'dismissed_at',
): Promise<number> =>
  write(writer, async context => {
    const { tx, publish } = context
    const open = await tx
      .selectFrom('notifications')
      .select('id')
      .where('agent_id', '=', agentId)
      .where('dismissed_at', 'is', null)
      .where(column, 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const ids = open.map(row => row.id)
    if (ids.length === 0) return 0
    await tx
      .updateTable('notifications')
      .set({ [column]: context.now })
      .where('id', 'in', ids)
      .execute()
    for (const id of ids) publish({ noun: 'notification', id, kind: 'changed', agentId })
    return ids.length
  })
