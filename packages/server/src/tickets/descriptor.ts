import { sql } from 'kysely'
import { type Descriptor, erasedTitle, listed, threadRows } from '../descriptor.ts'
import type { Reader } from '../db/write.ts'
import { ticketRoutes } from './routes.ts'

const { carry, ids, isWork, loss, shows } = threadRows({
  noun: 'ticket',
  table: 'tickets',
  notice: 'ticket_id',
  isOpen: sql`resolved_at is null`,
  blank: () => sql`title = ${erasedTitle}, description = '', resolution = null, client_ticket_id = null,
    version = version + 1`,
  // The trigger of `ticket_priority` runs for changes of status and priority, not of the conversation.
  onMoved: (tx, { fromId, toId }) =>
    sql`update conversations set ticket_priority = most_urgent_ticket(id) where id in (${fromId}, ${toId})`.execute(
      tx,
    ),
})

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

export const ticketResource: Descriptor = {
  routes: (http, { writer }) => ticketRoutes(http, writer),
  export: { conversation: { tickets: exported } },
  erase: {
    tables: {
      ticket_notes: { where: of => sql`ticket_id in ${ids(of)}`, set: () => sql`text = ''` },
      ticket_changes: 'figures',
      tickets: loss,
    },
  },
  carry: { tickets: carry },
  isWork,
  shows,
}
