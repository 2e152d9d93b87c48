import { fillIn } from './facts.ts'
import type { Row } from './insert.ts'
import type { Planned } from './plan.ts'

const open = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_ON_CUSTOMER', 'WAITING_ON_THIRD_PARTY'] as const

/**
 * The ticket that an agent raised about the last topic that needs one, numbered by the conversation's place in the list;
 * null for most.
 */
export function ticketOf(planned: Planned, id: number, conversationId: number): Row<'tickets'> | null {
  const { role, facts, ledger, draw } = planned
  const topic = role.topics.findLastIndex(one => one.ticket !== null)
  const script = role.topics[topic]?.ticket ?? null
  const raised = ledger.entries.find(entry => entry.topic === topic && entry.line.by === 'agent')
  if (script === null || raised === undefined) return null
  const isOpen = role.status === 'ACTIVE' || role.status === 'TRANSFERRED'
  return {
    id,
    ticket_number: `TCK-${String(planned.index + 1).padStart(5, '0')}`,
    conversation_id: conversationId,
    title: fillIn(script.title, facts, 0),
    description: fillIn(script.description, facts, 0),
    status: isOpen ? draw.pick(open) : 'RESOLVED',
    priority: script.priority,
    created_at: raised.at,
    updated_at: raised.at,
  }
}
