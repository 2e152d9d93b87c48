import { fillIn } from './facts.ts'
import type { Row } from './insert.ts'
import type { Planned } from './plan.ts'

const open = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_ON_CUSTOMER', 'WAITING_ON_THIRD_PARTY'] as const

/** The ticket that a conversation's topics call for, numbered by its place in the list; null for most. */
export function ticketOf(
  planned: Planned,
  id: number,
  conversationId: number,
  fallback: Date,
): Row<'tickets'> | null {
  const { role, facts, ledger, draw } = planned
  const script = role.topics.findLast(topic => topic.ticket !== null)?.ticket
  if (script == null) return null
  const raised = ledger.entries.find(entry => entry.line.by === 'agent')?.at ?? fallback
  const status = role.status === 'ACTIVE' || role.status === 'TRANSFERRED' ? draw.pick(open) : 'RESOLVED'
  return {
    id,
    ticket_number: `TCK-${String(planned.index + 1).padStart(5, '0')}`,
    conversation_id: conversationId,
    title: fillIn(script.title, facts, 0),
    description: fillIn(script.description, facts, 0),
    status,
    priority: script.priority,
    created_at: raised,
    updated_at: raised,
  }
}
