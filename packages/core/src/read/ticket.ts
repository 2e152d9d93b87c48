import type { TicketEntity, TicketNoteEntity } from '../entities/ticket.ts'
import { ticketPriorities, ticketStatuses } from '../tickets/constants.ts'
import { fieldsOf, firstText, listOf, numberOf, textOf, timeOf, wordOf } from './value.ts'

const epoch = new Date(0).toISOString()

const readNote = (raw: unknown): readonly TicketNoteEntity[] => {
  const fields = fieldsOf(raw)
  const text = textOf(fields['text'])
  return text === null ? [] : [{ at: timeOf(fields['at']), by: textOf(fields['by']), text }]
}

/** Reads one ticket. Never throws; what is missing reads as empty, an unknown status as NEW, an unknown priority as MEDIUM. */
export function readTicket(raw: unknown): TicketEntity {
  const fields = fieldsOf(raw)
  const agent_notes = textOf(fields['agent_notes'])
  const notes = Array.isArray(fields['notes'])
    ? listOf(fields['notes']).flatMap(readNote)
    : readNote({ text: agent_notes })
  const created_at = timeOf(fields['created_at']) ?? epoch
  return {
    id: firstText(fields, 'id', 'ticket_id') ?? '',
    ticket_number: textOf(fields['ticket_number']),
    conversation_id: textOf(fields['conversation_id']) ?? '',
    title: textOf(fields['title']) ?? '',
    description: textOf(fields['description']) ?? '',
    status: wordOf(fields['status'], ticketStatuses) ?? 'NEW',
    priority: wordOf(fields['priority'], ticketPriorities) ?? 'MEDIUM',
    created_at,
    updated_at: timeOf(fields['updated_at']) ?? created_at,
    agent_notes,
    resolution: textOf(fields['resolution']),
    resolved_at: timeOf(fields['resolved_at']),
    reopened_at: timeOf(fields['reopened_at']),
    notes,
    version: numberOf(fields['version']),
  }
}

/** The tickets of a list answer, bare or wrapped; entries without an id are left out. */
export const readTickets = (raw: unknown): readonly TicketEntity[] => {
  const wrapped = Object.values(fieldsOf(raw)).find(Array.isArray)
  return listOf(Array.isArray(raw) ? raw : wrapped)
    .map(readTicket)
    .filter(ticket => ticket.id !== '')
}
