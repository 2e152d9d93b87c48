import { sql } from 'kysely'
import type { Descriptor, Join } from '../descriptor.ts'
import { customerNoteRoutes } from './routes.ts'

/** The kept note before a merge, and its version after, for an undo. */
interface JoinedNotes {
  /** Null: none. */
  readonly text: string | null
  readonly version: number
}

/**
 * A merge appends the other customer's note, without a limit of length. An undo restores the kept note, unless an agent has
 * edited it since; the other customer's own note was kept.
 */
const joinedNotes: Join<JoinedNotes> = {
  async join({ tx, now }, { keptId, goneId, agentId }) {
    const rows = await tx
      .selectFrom('customer_notes')
      .select(['customer_id', 'text', 'version'])
      .where('customer_id', 'in', [keptId, goneId])
      .execute()
    const [kept, gone] = [keptId, goneId].map(id => rows.find(row => row.customer_id === id))
    if (gone === undefined || gone.text === '') return null
    const text = kept === undefined || kept.text === '' ? gone.text : `${kept.text}\n\n${gone.text}`
    const version = (kept?.version ?? 0) + 1
    const next = { text, version, updated_at: now, updated_by: agentId }
    await tx
      .insertInto('customer_notes')
      .values({ customer_id: keptId, ...next })
      .onConflict(conflict => conflict.column('customer_id').doUpdateSet(next))
      .execute()
    return { text: kept?.text ?? null, version }
  },
  async part({ tx, now }, { keptId, agentId }, joined) {
    await sql`
      update customer_notes set text = ${joined.text ?? ''}, version = version + 1, updated_at = ${now}, updated_by = ${agentId}
      where customer_id = ${keptId} and version = ${joined.version}`.execute(tx)
  },
}

export const customerNoteResource: Descriptor = {
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
