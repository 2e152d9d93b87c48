import type {
  CreateTicketBody,
  Ticket,
  TicketEntity,
  TicketPriority,
  UpdateTicketBody,
} from '@parley/core/tickets/api'
import { type Cached, keys } from '@parley/core/live/cached'
import { readTicket } from '@parley/core/read/work'
import { reopenReason } from '@parley/core/tickets/rules'
import { holdsEdit, resolveOutcome, resolveSteps } from '@parley/core/tickets/edit'
import type { QueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { logFailure } from '../../client/action-messages.ts'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { editCached, putRow } from '../../sync/query-cache.ts'
import { invalidate } from '../../sync/invalidate.ts'

type TicketCalls = Pick<
  typeof api,
  'createTicket' | 'updateTicket' | 'setTicketPriority' | 'closeTicket' | 'reopenTicket'
>

type NewTicket = z.input<typeof CreateTicketBody> & { readonly client_ticket_id: string }

/** What became of resolving. `ticket` is the newest that is known; `cause` is the failure of a step that was not saved. */
export interface Resolving {
  readonly outcome: ReturnType<typeof resolveOutcome>
  readonly ticket: TicketEntity
  readonly cause: unknown
}

/** Whether somebody else's edit came first. */
export const isChanged = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.code === 'ticket.changed'

type Wire = z.input<typeof Ticket>

const versionOf = ({ version }: TicketEntity) => (version === null ? {} : { version })

/**
 * What an agent does with tickets. Each edit names the version that it is based on; its answer reaches everything held.
 * All but `resolve` reject as the call does; a refusal because of a newer version (`isChanged`) has brought that version
 * into everything held, and one that turns out to be our own edit, whose answer was lost, is none.
 */
export function ticketActions(client: QueryClient, ask: TicketCalls = api) {
  const hold = (value: unknown): TicketEntity => {
    const ticket = readTicket(value)
    putRow(client, keys.tickets(ticket.conversation_id), ticket.id, ticket, 'first')
    editCached<Cached<TicketEntity | null>>(client, keys.ticket(ticket.id), cached => ({
      ...cached,
      value: ticket,
    }))
    void invalidate(client, 'ticket', ticket)
    return ticket
  }

  const edit = async (
    before: TicketEntity,
    wanted: UpdateTicketBody,
    write: () => Promise<{ readonly value: Wire }>,
  ): Promise<TicketEntity> => {
    try {
      return hold((await write()).value)
    } catch (cause) {
      if (!(cause instanceof ApiFailure) || cause.current === undefined) throw cause
      const after = hold(cause.current)
      if (!holdsEdit(before, after, wanted)) throw cause
      return after
    }
  }

  const update = (ticket: TicketEntity, wanted: UpdateTicketBody): Promise<TicketEntity> =>
    edit(ticket, wanted, () =>
      ask.updateTicket({ params: { id: ticket.id }, body: { ...wanted, ...versionOf(ticket) } }),
    )

  return {
    /** The same `client_ticket_id` never makes a second ticket. */
    create: async (body: NewTicket): Promise<TicketEntity> => hold((await ask.createTicket({ body })).value),
    update,
    setPriority: (ticket: TicketEntity, priority: TicketPriority): Promise<TicketEntity> =>
      edit(ticket, { priority }, () =>
        ask.setTicketPriority({ params: { id: ticket.id }, body: { priority, ...versionOf(ticket) } }),
      ),
    reopen: (ticket: TicketEntity): Promise<TicketEntity> =>
      edit(ticket, { status: 'REOPENED', agent_notes: reopenReason }, () =>
        ask.reopenTicket({ params: { id: ticket.id }, body: { reason: reopenReason, ...versionOf(ticket) } }),
      ),
    close: (ticket: TicketEntity, resolution: string): Promise<TicketEntity> =>
      edit(ticket, { status: 'CLOSED', resolution }, () =>
        ask.closeTicket({ params: { id: ticket.id }, body: { resolution, ...versionOf(ticket) } }),
      ),
    /** Both steps are tried. Never rejects. */
    resolve: async (ticket: TicketEntity, resolution: string, now: Date): Promise<Resolving> => {
      const steps = resolveSteps(resolution, now)
      const causes: unknown[] = []
      // A step goes on from what the step before answered, never from a colleague's version that was not looked at.
      let base = ticket
      let newest = ticket
      for (const step of steps) {
        try {
          base = await update(base, step)
          newest = base
        } catch (cause) {
          logFailure('resolveTicket', cause)
          causes.push(cause)
          if (cause instanceof ApiFailure && cause.current !== undefined) newest = readTicket(cause.current)
        }
      }
      const [status = false, text = true] = steps.map(step => holdsEdit(ticket, newest, step))
      return { outcome: resolveOutcome(status, text), ticket: newest, cause: causes[0] ?? null }
    },
  }
}
