import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'
import { settleMentions } from '../notes/see-mentions.ts'

/** Notes that were written before a moment go, with what was told of them, at most so many. Answers how many went. */
export async function forgetNotes(
  tx: Tx,
  emit: Emit,
  before: Date,
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update conversation_notes set text = '', deleted_at = ${now}
    where id in (select id from conversation_notes where at < ${before} and deleted_at is null order by at, id limit ${most})
    returning id`.execute(tx)
  const ids = rows.map(row => row.id)
  const told = await sql<{ id: number; agent_id: number }>`
    update notifications set dismissed_at = ${now}, updated_at = ${now}
    where note_id = any(${ids}::bigint[]) and cause = 'mention' and dismissed_at is null returning id, agent_id`.execute(
    tx,
  )
  await settleMentions(tx, emit, ids, now)
  for (const id of ids) emit({ noun: 'note', id, kind: 'changed' })
  for (const { id, agent_id: agentId } of told.rows)
    emit({ noun: 'notification', id, kind: 'changed', agentId })
  return ids.length
}
