import { sql } from 'kysely'
import { type Descriptor, erasedTitle, listed, movesRows, type Places } from '../descriptor.ts'
import type { Reader } from '../db/write.ts'
import { ticketRoutes } from './routes.ts'

const idsOf = ({ conversations }: Places) =>
  sql`(select id from tickets where conversation_id in ${conversations})`

const notesOf = listed(
  id => sql`select n.at, n.agent_id::text, a.name as agent_name, n.text from ticket_notes n
    join agents a on a.id = n.agent_id where n.ticket_id = ${id} order by n.at, n.id`,
)
const changesOf = listed(
  id => sql`select from_status, to_status, agent_id::text, at from ticket_changes
    where ticket_id = ${id} order by at, id`,
)

async function exported(reader: Reader, conversationId: number): Promise<readonly unknown[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text, ticket_number, title, description, status, priority, created_by::text, created_at, updated_at,
      resolution, resolved_at, reopened_at
    from tickets where conversation_id = ${conversationId} order by id`.execute(reader)
  return Promise.all(
    rows.map(async ticket => ({
      ...ticket,
      notes: await notesOf(reader, Number(ticket.id)),
      changes: await changesOf(reader, Number(ticket.id)),
    })),
  )
}

export const tickets: Descriptor = {
  routes: (http, { writer }) => ticketRoutes(http, writer),
  export: { conversation: { tickets: exported } },
  erase: {
    tables: {
      ticket_notes: { where: of => sql`ticket_id in ${idsOf(of)}`, set: () => sql`text = ''` },
      ticket_changes: 'figures',
      tickets: {
        where: of => sql`conversation_id in ${of.conversations}`,
        set: () => sql`title = ${erasedTitle}, description = '', resolution = null, client_ticket_id = null,
          version = version + 1`,
      },
    },
  },
  carry: {
    tickets: movesRows({
      table: 'tickets',
      isOpen: sql`resolved_at is null`,
      notice: 'ticket_id',
      // The trigger that keeps the priority hears of a ticket's status and priority only.
      after: (tx, { fromId, toId }) =>
        sql`update conversations set ticket_priority = most_urgent_ticket(id) where id in (${fromId}, ${toId})`.execute(
          tx,
        ),
    }),
  },
  isWork: of => sql`exists (select 1 from tickets where conversation_id in ${of.conversations})`,
  shows: { noun: 'ticket', ids: idsOf },
}
