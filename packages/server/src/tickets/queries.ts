import type { ConversationId, TicketId } from '@parley/core/ids'
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
  // The column's check knows the same words.
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

/** The notes of some tickets, oldest first, by ticket. */
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
  const ids = rows.map(row => row.id)
  const notes = await notesOf(reader, ids)
  return rows.map(row => ticketOf(row, notes.get(row.id) ?? []))
}

/** Tickets by id. */
export async function ticketsById(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Ticket>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.selectFrom('tickets').selectAll().where('id', 'in', ids).execute()
  return new Map((await complete(reader, rows)).map(ticket => [Number(ticket.id), ticket]))
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

/** The ticket with this number, or undefined. */
export async function ticketByNumber(reader: Reader, number: string): Promise<Ticket | undefined> {
  const rows = await reader.selectFrom('tickets').selectAll().where('ticket_number', '=', number).execute()
  return (await complete(reader, rows))[0]
}
