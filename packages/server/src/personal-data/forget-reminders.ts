import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/**
 * Reminders that were due before a moment go, open ones too, with what was told of them, at most so many. Answers how many
 * went.
 */
export async function forgetReminders(
  tx: Tx,
  emit: Emit,
  before: Date,
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update reminders set text = '', done_at = coalesce(done_at, ${now}::timestamptz)
    where id in (select id from reminders where due_at < ${before} and (done_at is null or text <> '')
      order by due_at, id limit ${most})
    returning id`.execute(tx)
  const ids = rows.map(row => row.id)
  const told = await sql<{ id: number; agent_id: number }>`
    update notifications set message = '', dismissed_at = coalesce(dismissed_at, ${now}::timestamptz), updated_at = ${now}
    where reminder_id = any(${ids}::bigint[]) returning id, agent_id`.execute(tx)
  for (const id of ids) emit({ noun: 'reminder', id, kind: 'changed' })
  for (const { id, agent_id: agentId } of told.rows)
    emit({ noun: 'notification', id, kind: 'changed', agentId })
  return ids.length
}
