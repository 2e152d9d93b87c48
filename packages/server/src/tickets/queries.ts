import type { ConversationId, TicketId } from '@parley/core/ids'
import { ApiError } from '@parley/core/errors'
import type { Ticket } from '@parley/core/tickets/api'
import { notesText } from '@parley/core/tickets/rules'
import type { Selectable } from 'kysely'
import type { TicketsTable } from '../db/database.ts'
import type { Reader } from '../db/write.ts'

const ticketOf = (row: Selectable<TicketsTable>, notes: Ticket['notes']): Ticket => ({
  id: String(row.id) as TicketId,
  ticket_number: row.ticket_number,
  conversation_id: String(row.conversation_id) as ConversationId,
  title: row.title,
  description: row.description,
  // The columns' checks have the same values.
  status: row.status as Ticket['status'],
  priority: row.priority as Ticket['priority'],
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  agent_notes: notesText(notes),
  resolution: row.resolution,
  resolved_at: row.resolved_at?.toISOString() ?? null,
  reopened_at: row.reopened_at?.toISOString() ?? null,
  notes,
  version: row.version,
})

/** Notes by ticket, oldest first. */
async function notesOf(
  reader: Reader,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, Ticket['notes']>> {
  const rows = await reader
    .selectFrom('ticket_notes')
    .innerJoin('agents', 'agents.id', 'ticket_notes.agent_id')
    .select(['ticket_id', 'at', 'agents.name as by', 'text'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('at')
    .orderBy('ticket_notes.id')
    .execute()
  const notes = new Map<number, Ticket['notes']>()
  for (const { ticket_id: id, at, by, text } of rows) {
    notes.set(id, [...(notes.get(id) ?? []), { at: at.toISOString(), by, text }])
  }
  return notes
}

async function complete(reader: Reader, rows: readonly Selectable<TicketsTable>[]): Promise<Ticket[]> {
  if (rows.length === 0) return []
  const notes = await notesOf(
    reader,
    rows.map(row => row.id),
  )
  return rows.map(row => ticketOf(row, notes.get(row.id) ?? []))
}

/** @throws ApiError ticket.not-found */
export async function ticketById(reader: Reader, id: number): Promise<Ticket> {
  const rows = await reader.selectFrom('tickets').selectAll().where('id', '=', id).execute()
  const [ticket] = await complete(reader, rows)
  if (ticket === undefined) throw new ApiError('ticket.not-found', { id })
  return ticket
}

/** @throws ApiError ticket.not-found */
export async function ticketByNumber(reader: Reader, number: string): Promise<Ticket> {
  const rows = await reader.selectFrom('tickets').selectAll().where('ticket_number', '=', number).execute()
  const [ticket] = await complete(reader, rows)
  if (ticket === undefined) throw new ApiError('ticket.not-found', { number })
  return ticket
}

/** A conversation's tickets, newest first. */
export const ticketsOfConversation = async (reader: Reader, conversationId: number): Promise<Ticket[]> =>
  complete(
    reader,
    await reader
      .selectFrom('tickets')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )
