import { sql } from 'kysely'
import { type Batch, type Descriptor, listed, movesRows, type Places } from '../descriptor.ts'
import type { Emit, Tx } from '../db/write.ts'
import { noteRoutes } from './routes.ts'
import { settleMentions } from './see-mentions.ts'

const idsOf = ({ conversations }: Places) =>
  sql`(select id from conversation_notes where conversation_id in ${conversations})`

/** The next old notes are deleted, with the notifications of them. */
export async function forgetNotes(tx: Tx, emit: Emit, { before, now, most }: Batch) {
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
  return { count: ids.length }
}

export const notes: Descriptor = {
  routes: (http, { writer }) => noteRoutes(http, writer),
  export: {
    conversation: {
      notes: listed(
        id => sql`select n.id::text, n.at, n.agent_id::text, a.name as agent_name, n.text, n.edited_at,
            array(select m.agent_id::text from note_mentions m where m.note_id = n.id order by m.agent_id) as mentions,
            coalesce((select jsonb_agg(jsonb_build_object('agent_id', r.agent_id::text, 'emoji', r.emoji, 'at', r.at)
              order by r.at, r.agent_id) from note_reactions r where r.note_id = n.id), '[]') as reactions
          from conversation_notes n join agents a on a.id = n.agent_id
          where n.conversation_id = ${id} and n.deleted_at is null order by n.at, n.id`,
      ),
    },
  },
  erase: {
    tables: {
      conversation_notes: {
        where: of => sql`conversation_id in ${of.conversations}`,
        set: of =>
          sql`text = '', client_note_id = null, deleted_at = coalesce(deleted_at, ${of.now}::timestamptz)`,
      },
      note_mentions: {
        where: of => sql`note_id in ${idsOf(of)}`,
        set: of => sql`seen_at = coalesce(seen_at, ${of.now}::timestamptz)`,
      },
      note_reactions: 'figures',
    },
  },
  // Notes are kept as long as the messages that they stand among.
  retain: { notes: { days: settings => settings.keep_messages_days, forget: forgetNotes } },
  carry: {
    notes: movesRows({ table: 'conversation_notes', isOpen: sql`true`, notice: 'note_id' }),
  },
  isWork: of => sql`exists ${idsOf(of)}`,
  shows: { noun: 'note', ids: idsOf },
}
