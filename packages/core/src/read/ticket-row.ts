import type { TicketEntity, TicketRowEntity } from '../entities/ticket.ts'
import { customerName, unknownPhone } from '../conversations/rules.ts'
import { readTicket } from './ticket.ts'
import { fieldsOf, listOf, textOf } from './value.ts'

/** What a list shows of a ticket itself. */
const listedOf = (ticket: TicketEntity): Omit<TicketRowEntity, 'customer' | 'agent'> => ({
  id: ticket.id,
  ticket_number: ticket.ticket_number,
  conversation_id: ticket.conversation_id,
  title: ticket.title,
  status: ticket.status,
  priority: ticket.priority,
  created_at: ticket.created_at,
  updated_at: ticket.updated_at,
  version: ticket.version,
})

/** Reads one row of a list of tickets. Never throws; what is missing reads as empty. */
export function readTicketRow(raw: unknown): TicketRowEntity {
  const fields = fieldsOf(raw)
  const customer = fieldsOf(fields['customer'])
  const agent = fieldsOf(fields['agent'])
  const phone = textOf(customer['phone_number'])
  const agentId = textOf(agent['id'])
  return {
    ...listedOf(readTicket(raw)),
    customer: {
      name: customerName(textOf(customer['name']), phone),
      phone_number: phone ?? unknownPhone,
    },
    agent: agentId === null ? null : { id: agentId, name: textOf(agent['name']) ?? '' },
  }
}

/** The rows of a list answer; entries without an id are left out. */
export const readTicketRows = (raw: unknown): readonly TicketRowEntity[] =>
  listOf(raw)
    .map(readTicketRow)
    .filter(row => row.id !== '')
