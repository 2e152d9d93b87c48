import { type Writer, write } from '../db/write.ts'

/**
 * Stamps an agent's notices that are not dismissed and lack this stamp, and answers how many. Rows are locked in the order
 * of their ids, as others do.
 */
export const stampOpenNotices = (
  writer: Writer,
  agentId: number,
  column: 'read_at' | 'dismissed_at',
): Promise<number> =>
  write(writer, async (tx, emit) => {
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
      .set({ [column]: writer.now() })
      .where('id', 'in', ids)
      .execute()
    for (const id of ids) emit({ noun: 'notification', id, kind: 'changed', agentId })
    return ids.length
  })
