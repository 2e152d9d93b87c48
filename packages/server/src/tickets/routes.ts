import { ApiError } from '@parley/core/errors'
import { ticketCalls } from '@parley/core/tickets/api'
import { countOfStatus, readTicketPlace } from '@parley/core/tickets/rules'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { conversationId, idOf, ticketId } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { currentSeq } from '../live/log.ts'
import { visibilityOf } from '../visibility/queries.ts'
import { createTicket, editTicket, type TicketEdit } from './actions.ts'
import { collectTickets, type ListFilter, ticketCounts, ticketList } from './list.ts'
import { ticketById, ticketByNumber, ticketsOfConversation } from './queries.ts'

const assigneeOf = (text: string | undefined): ListFilter['assigneeId'] =>
  text === undefined || text === 'none' ? text : (idOf(text) ?? 0)

export function ticketRoutes(http: Http, writer: Writer): void {
  const { db } = writer

  const change = async (agentId: number, text: string, edit: TicketEdit) => {
    const id = ticketId(text)
    await editTicket(writer, agentId, id, edit)
    return ticketById(db, id)
  }

  mount(http, ticketCalls, {
    tickets: async ({ query, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const id = conversationId(query.conversation_id)
      if (!(await conversationExists(db, id))) throw new ApiError('conversation.not-found', { id })
      return ticketsOfConversation(db, id)
    },
    ticket: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return ticketById(db, ticketId(params.id))
    },
    ticketList: async ({ query, caller, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const { status, priority, limit } = query
      const filter: ListFilter = {
        status,
        priority,
        found: await collectTickets(db, query.search),
        assigneeId: assigneeOf(query.assignee_id),
        visibility: visibilityOf(caller),
      }
      const rows = await ticketList(db, filter, { limit, after: readTicketPlace(query.after ?? '') })
      const counts = await ticketCounts(db, filter)
      reply.header('Parley-Total', countOfStatus(counts, status))
      reply.header('Parley-Counts', JSON.stringify(counts))
      return rows
    },
    ticketByNumber: async ({ params: { number }, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return ticketByNumber(db, number)
    },
    createTicket: async ({ body, caller }) => {
      const into = conversationId(body.conversation_id)
      const id = await createTicket(writer, { ...body, conversationId: into, agentId: caller.agentId })
      return ticketById(db, id)
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
