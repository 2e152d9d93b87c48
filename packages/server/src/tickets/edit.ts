import type { TicketPriority, TicketStatus } from '@parley/core/tickets/api'
import { Refusal } from '@parley/core/errors'
import { statusEffect } from '@parley/core/tickets/rules'
import { resolutionOf } from '@parley/core/tickets/edit'
import { type Selectable, sql } from 'kysely'
import type { TicketsTable } from '../db/database.ts'
import { type Writer, write } from '../db/write.ts'
import { lockedTicket } from './lock.ts'
import { ticketsById } from './queries.ts'
import { recordTicketChange } from './record-change.ts'
import { tellOwner } from './tell-owner.ts'

/** What one edit asks for; what is absent stays. */
export interface TicketEdit {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly status?: TicketStatus | undefined
  readonly priority?: TicketPriority | undefined
  readonly resolution?: string | undefined
  /** One more note; blank is none. */
  readonly note?: string | undefined
  readonly version?: number | undefined
}

/**
 * Edits a ticket: fields, status and a note in one step. Any status may follow any other; each change of it is a row. An
 * edit that changes nothing leaves the version as it is.
 * @throws Refusal ticket.not-found, ticket.changed
 */
export const editTicket = (
  writer: Writer,
  agentId: number,
  ticketId: number,
  edit: TicketEdit,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const ticket = await lockedTicket(tx, ticketId)
    if (edit.version !== undefined && edit.version !== ticket.version) {
      const current = (await ticketsById(tx, [ticketId])).get(ticketId)
      throw new Refusal('ticket.changed', {}, undefined, { current })
    }
    const now = writer.now()
    const note = edit.note?.trim() ?? ''
    const from = ticket.status as TicketStatus
    const to = edit.status ?? from
    const resolution = resolutionOf(from, to, { resolution: edit.resolution, note })
    const fields = changedFields(ticket, { ...edit, resolution })
    if (Object.keys(fields).length === 0 && note === '') return
    const { resolvedAt, reopens } = statusEffect(from, to)
    await tx
      .updateTable('tickets')
      .set({
        ...fields,
        ...(resolvedAt !== 'keep' && { resolved_at: resolvedAt === 'set' ? now : null }),
        ...(reopens && { reopened_at: now }),
        updated_at: now,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', ticketId)
      .execute()
    if (note !== '') {
      await tx
        .insertInto('ticket_notes')
        .values({ ticket_id: ticketId, agent_id: agentId, at: now, text: note })
        .execute()
    }
    emit({ noun: 'ticket', id: ticketId, kind: 'changed' })
    const { conversation_id: conversationId, ticket_number: number } = ticket
    await tellOwner(tx, emit, { conversationId, ticketId, byId: agentId, number, from, to }, now)
    if (from !== to) await recordTicketChange(tx, { ticketId, from, to, agentId, now })
    if (from === to && fields.priority === undefined) return
    // The status decides which ticket stands for the conversation in its row, and with the priority where the row stands.
    emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
  })

const editable = ['title', 'description', 'status', 'priority', 'resolution'] as const

const changedFields = (
  ticket: Selectable<TicketsTable>,
  edit: TicketEdit,
): Partial<Record<(typeof editable)[number], string>> =>
  Object.fromEntries(
    editable
      .filter(field => edit[field] !== undefined && edit[field] !== (ticket[field] ?? ''))
      .map(field => [field, edit[field]]),
  )
