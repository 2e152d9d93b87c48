import { sql } from 'kysely'
import type { Descriptor } from '../descriptor.ts'
import { joinedNotes } from './join.ts'
import { customerNoteRoutes } from './routes.ts'

export const customerNotes: Descriptor = {
  routes: (http, { writer }) => customerNoteRoutes(http, writer),
  export: {
    customer: {
      note: async (reader, id) => {
        const { rows } = await sql`
          select n.text, n.updated_at, n.updated_by::text, a.name as updated_by_name
          from customer_notes n join agents a on a.id = n.updated_by
          where n.customer_id = ${id} and n.text <> ''`.execute(reader)
        return rows[0] ?? null
      },
    },
  },
  erase: { tables: { customer_notes: { where: of => sql`customer_id in ${of.people}` } } },
  join: { note: joinedNotes },
  isWork: of => sql`exists (select 1 from customer_notes where customer_id = ${of.customer} and text <> '')`,
  shows: { noun: 'customer-note', ids: of => of.conversations },
}
