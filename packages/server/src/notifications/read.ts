import { Refusal } from '@parley/core/errors'
import { sql } from 'kysely'
import { type Writer, write } from '../db/write.ts'

/** Reads one of an agent's own notices, which dismisses it. Doing it again changes nothing. @throws Refusal notification.not-found */
export const readNotice = (writer: Writer, agentId: number, id: number): Promise<void> =>
  write(writer, async (tx, emit) => {
    const own = await tx
      .selectFrom('notifications')
      .select('dismissed_at')
      .where('id', '=', id)
      .where('agent_id', '=', agentId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (own === undefined) throw new Refusal('notification.not-found', { id })
    if (own.dismissed_at !== null) return
    const now = writer.now()
    await tx
      .updateTable('notifications')
      .set({ read_at: sql<Date>`coalesce(read_at, ${now}::timestamptz)`, dismissed_at: now })
      .where('id', '=', id)
      .execute()
    emit({ noun: 'notification', id, kind: 'changed', agentId })
  })
