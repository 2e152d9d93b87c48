import { type Ticket, ticketCalls } from '@parley/core/api/tickets'
import { Refusal } from '@parley/core/errors'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId, ticketId } from '../http/path-ids.ts'
import { currentSeq } from '../live/log.ts'
import { createTicket } from './create.ts'
import { editTicket, type TicketEdit } from './edit.ts'
import { ticketByNumber, ticketsById, ticketsOfConversation } from './queries.ts'

export function ticketRoutes(http: Http, writer: Writer): void {
  const { db } = writer

  const knownTicket = async (id: number): Promise<Ticket> => {
    const ticket = (await ticketsById(db, [id])).get(id)
    if (ticket === undefined) throw new Refusal('ticket.not-found', { id })
    return ticket
  }
  const change = async (agentId: number, text: string, edit: TicketEdit): Promise<Ticket> => {
    const id = ticketId(text)
    await editTicket(writer, agentId, id, edit)
    return knownTicket(id)
  }

  mount(
    http,
    ticketCalls,
  )({
    tickets: async ({ query, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const id = conversationId(query.conversation_id)
      if (!(await conversationExists(db, id))) throw new Refusal('conversation.not-found', { id })
      return ticketsOfConversation(db, id)
    },
    ticket: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return knownTicket(ticketId(params.id))
    },
    ticketByNumber: async ({ params: { number }, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const ticket = await ticketByNumber(db, number)
      if (ticket === undefined) throw new Refusal('ticket.not-found', { number })
      return ticket
    },
    createTicket: async ({ body, caller }) => {
      const into = conversationId(body.conversation_id)
      const id = await createTicket(writer, { ...body, conversationId: into, agentId: caller.agentId })
      return knownTicket(id)
    },
    updateTicket: ({ params, body, caller }) =>
      change(caller.agentId, params.id, { ...body, note: body.agent_notes }),
    setTicketPriority: ({ params, body, caller }) => change(caller.agentId, params.id, body),
    closeTicket: ({ params, body, caller }) =>
      change(caller.agentId, params.id, { status: 'CLOSED', ...body }),
    reopenTicket: ({ params, body, caller }) =>
      change(caller.agentId, params.id, {
        status: body?.status ?? 'REOPENED',
        note: body?.reason,
        version: body?.version,
      }),
  })
}
