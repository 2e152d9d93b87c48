import { sql } from 'kysely'
import { type Descriptor, listed, threadRows } from '../descriptor.ts'
import { noteRoutes } from './routes.ts'
import { settleMentions } from './mentions.ts'

const { carry, ids, isWork, loss, retention, shows } = threadRows({
  noun: 'note',
  table: 'conversation_notes',
  notice: 'note_id',
  isOpen: sql`true`,
  blank: now => sql`text = '', client_note_id = null, deleted_at = coalesce(deleted_at, ${now}::timestamptz)`,
  old: before => sql`at < ${before} and deleted_at is null order by at, id`,
  onForgotten: settleMentions,
})

export const noteResource: Descriptor = {
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
      conversation_notes: loss,
      note_mentions: {
        where: of => sql`note_id in ${ids(of)}`,
        set: of => sql`seen_at = coalesce(seen_at, ${of.now}::timestamptz)`,
      },
      note_reactions: 'figures',
    },
  },
  retain: { notes: retention },
  carry: { notes: carry },
  isWork,
  shows,
}
