import type { TicketStatus } from '@parley/core/api/tickets'
import { isClosed, ticketNumber } from '@parley/core/rules/ticket'
import { fillIn } from './facts.ts'
import type { Row } from './insert.ts'
import type { Planned } from './plan.ts'

const open = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_ON_CUSTOMER', 'WAITING_ON_THIRD_PARTY'] as const

const usual: readonly TicketStatus[] = ['NEW', 'ASSIGNED', 'IN_PROGRESS']
const notesOnTheWay: Partial<Record<TicketStatus, string>> = {
  WAITING_ON_CUSTOMER: 'The customer knows what we still need.',
  WAITING_ON_THIRD_PARTY: 'Passed on with everything we have; an answer is promised.',
}

/** How many ids a ticket takes at most: its own, a change for each status it has had, and two notes. */
export const ticketIds = 1 + 4 + 2

/** A ticket with what was written about it and what became of it. */
export interface RaisedTicket {
  readonly ticket: Row<'tickets'>
  readonly notes: readonly Row<'ticket_notes'>[]
  readonly changes: readonly Row<'ticket_changes'>[]
}

/** What the rows refer to, and ids in ascending order. */
export interface TicketSurroundings {
  readonly conversationId: number
  /** Who raised it and works on it. */
  readonly agentId: number
  readonly now: Date
  readonly nextId: () => number
}

/**
 * The ticket that an agent raised about the last topic that needs one, numbered by the conversation's place in the list;
 * null for most. It went the usual way, from the words that it was raised with to the conversation's last ones.
 */
export function ticketOf(planned: Planned, around: TicketSurroundings): RaisedTicket | null {
  const { role, facts, ledger, draw } = planned
  const topic = role.topics.findLastIndex(one => one.ticket !== null)
  const script = role.topics[topic]?.ticket ?? null
  const raised = ledger.entries.find(entry => entry.topic === topic && entry.line.by === 'agent')
  if (script === null || raised === undefined) return null
  const { conversationId, agentId, nextId } = around
  const isOpen = role.status === 'ACTIVE' || role.status === 'TRANSFERRED'
  const status: TicketStatus = isOpen ? draw.pick(open) : 'RESOLVED'
  const way = usual.includes(status) ? usual.slice(0, usual.indexOf(status) + 1) : [...usual, status]
  const times = stepTimes(raised.at, lastWords(planned, around.now), way.length)
  const timeOf = (step: number) => times[step] ?? raised.at
  const finished = timeOf(way.length - 1)
  const id = nextId()
  const words = (text: string) => fillIn(text, facts, 0)
  return {
    ticket: {
      id,
      ticket_number: ticketNumber(planned.index + 1),
      conversation_id: conversationId,
      title: words(script.title),
      description: words(script.description),
      status,
      priority: script.priority,
      resolution: isClosed(status) ? words(script.resolution) : null,
      resolved_at: isClosed(status) ? finished : null,
      created_by: agentId,
      version: way.length,
      created_at: raised.at,
      updated_at: finished,
    },
    changes: way.map((to, step) => ({
      id: nextId(),
      ticket_id: id,
      from_status: way[step - 1] ?? null,
      to_status: to,
      agent_id: agentId,
      at: timeOf(step),
    })),
    notes: way.flatMap((to, step) => {
      const text = to === 'IN_PROGRESS' ? script.note : notesOnTheWay[to]
      return text === undefined
        ? []
        : [{ id: nextId(), ticket_id: id, agent_id: agentId, at: timeOf(step), text: words(text) }]
    }),
  }
}

const lastWords = ({ ledger }: Planned, now: Date): Date =>
  new Date(Math.min(now.getTime(), Math.max(0, ...ledger.entries.map(entry => entry.arrivedAt.getTime()))))

/** Whole seconds, evenly from the first instant to the last. */
function stepTimes(first: Date, last: Date, count: number): readonly Date[] {
  const span = Math.max(0, last.getTime() - first.getTime())
  return Array.from({ length: count }, (_, step) => {
    const after = count === 1 ? 0 : (span * step) / (count - 1)
    return new Date(first.getTime() + Math.floor(after / 1000) * 1000)
  })
}
