import { ApiError } from '@parley/core/errors'
import { ticketNotice } from '@parley/core/notifications/rules'
import type { CreateTicketBody, TicketStatus, UpdateTicketBody } from '@parley/core/tickets/api'
import { resolutionOf } from '@parley/core/tickets/edit'
import { statusEffect, ticketNumber } from '@parley/core/tickets/rules'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod'
import { lockConversation } from '../conversations/lock.ts'
import type { TicketsTable } from '../db/database.ts'
import { findExisting, insertOrConflict } from '../db/once.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { ticketById } from './queries.ts'

interface NewTicket extends Omit<z.output<typeof CreateTicketBody>, 'conversation_id'> {
  readonly conversationId: number
  readonly agentId: number
}

const sameClientId = () => new ApiError('ticket.same-client-id')

/**
 * Raises a ticket and returns its id. The same client id with the same content returns the first ticket's.
 * @throws ApiError conversation.not-found, ticket.same-client-id
 */
export const createTicket = (writer: Writer, raised: NewTicket): Promise<number> =>
  write(writer, async context => {
    const { tx, publish } = context
    const { conversationId, agentId, status: to } = raised
    await lockConversation(tx, conversationId)
    const earlier = await findExisting({
      clientId: raised.client_ticket_id,
      find: clientId =>
        tx
          .selectFrom('tickets')
          .select(['id', 'conversation_id', 'title'])
          .where('created_by', '=', agentId)
          .where('client_ticket_id', '=', clientId)
          .executeTakeFirst(),
      isSame: made => made.conversation_id === conversationId && made.title === raised.title,
      conflictError: sameClientId,
    })
    if (earlier !== null) return earlier.id
    const { now } = context
    const number = await nextNumber(tx)
    const inserted = await tx
      .insertInto('tickets')
      .values({
        ticket_number: number,
        conversation_id: conversationId,
        title: raised.title,
        description: raised.description,
        status: to,
        priority: raised.priority,
        created_by: agentId,
        client_ticket_id: raised.client_ticket_id ?? null,
        created_at: now,
        updated_at: now,
      })
      // Only this conversation is locked: another transaction may insert the same client id into another one.
      .onConflict(conflict => conflict.columns(['created_by', 'client_ticket_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const { id } = insertOrConflict(inserted, sameClientId)
    const step = { conversationId, ticketId: id, number, agentId, from: null, to }
    await recordChange(context, step)
    await tellOwner(context, step)
    publish({ noun: 'ticket', id, kind: 'created' })
    publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
    return id
  })

/** Numbers rise and are never reused; the number of a failed transaction is skipped. */
async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ n: number }>`select nextval('ticket_numbers') as n`.execute(tx)
  const [next] = rows
  if (next === undefined) throw new Error('The sequence gave no number')
  return ticketNumber(next.n)
}

/** The changes of one edit; an absent field stays. */
export interface TicketEdit extends Omit<UpdateTicketBody, 'agent_notes' | 'resolved_at'> {
  /** One more note; a blank one is ignored. */
  readonly note?: string | undefined
}

/**
 * Edits a ticket: fields, status and a note in one step. Any status may follow any other. An edit without a change leaves
 * the version as it is.
 * @throws ApiError ticket.not-found, ticket.changed
 */
export const editTicket = (
  writer: Writer,
  agentId: number,
  ticketId: number,
  edit: TicketEdit,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const ticket = await lockTicket(tx, ticketId)
    if (edit.version !== undefined && edit.version !== ticket.version)
      throw new ApiError('ticket.changed', {}, undefined, { current: await ticketById(tx, ticketId) })
    const { now } = context
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
    publish({ noun: 'ticket', id: ticketId, kind: 'changed' })
    const { conversation_id: conversationId, ticket_number: number } = ticket
    const step = { conversationId, ticketId, number, agentId, from, to }
    await tellOwner(context, step)
    if (from !== to) await recordChange(context, step)
    if (from === to && fields.priority === undefined) return
    // Status and priority decide which ticket the conversation's row shows, and where the row is in the list.
    publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
  })

/**
 * Reads a ticket under its conversation's lock: edits of one conversation's tickets run one at a time.
 * @throws ApiError ticket.not-found
 */
async function lockTicket(tx: Tx, id: number): Promise<Selectable<TicketsTable>> {
  const found = await tx
    .selectFrom('tickets')
    .select('conversation_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new ApiError('ticket.not-found', { id })
  await lockConversation(tx, found.conversation_id)
  return tx.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

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

/** One agent's creation or edit of a ticket. */
interface TicketStep {
  readonly conversationId: number
  readonly ticketId: number
  readonly number: string
  readonly agentId: number
  /** Null: the ticket is new. The same as `to`: the status stayed. */
  readonly from: TicketStatus | null
  readonly to: TicketStatus
}

/** Reports count these rows, and they say who changed the status. */
const recordChange = ({ tx, now }: TxContext, { ticketId, from, to, agentId }: TicketStep) =>
  tx
    .insertInto('ticket_changes')
    .values({ ticket_id: ticketId, from_status: from, to_status: to, agent_id: agentId, at: now })
    .execute()

/** The conversation must be locked. */
const tellOwner = (context: TxContext, step: TicketStep): Promise<void> => {
  const { conversationId, ticketId, agentId: byId, number, from, to } = step
  const say = (by: string) => ticketNotice(by, number, from, to)
  return notifyOwner(context, { conversationId, byId, about: { cause: 'ticket', ticketId }, say })
}
