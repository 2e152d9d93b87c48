import type { TicketStatus } from '@parley/core/tickets/api'
import type { IssueEntity } from '@parley/core/issues/api'
import { createIssue, reopenIssue, resolveIssue } from '@parley/core/issues/rules'
import { isClosed, ticketNumber } from '@parley/core/tickets/rules'
import type { IssueScript } from './data.ts'
import type { Row, Rows } from './insert.ts'
import { fillIn } from './people.ts'
import type { Planned } from './plan.ts'

/** The references of an issue, a ticket or a rating. */
interface RaisedBy {
  readonly conversationId: number
  /** The agent who raised it and works on it, or the owner of the rated conversation. */
  readonly agentId: number
  readonly now: Date
  /** Ids in ascending order. */
  readonly nextId: () => number
}

const maxAttached = 3

/** The id of an issue, and the indexes of its attached messages. */
interface RaisedIssue {
  readonly id: number
  readonly attached: ReadonlySet<number>
}

/**
 * Adds the issue that an agent raised about the last topic, with the customer's first messages about it; most conversations have
 * none. Its changes follow the product's rules, and end with the conversation.
 */
export function addIssue(
  rows: Rows,
  { role, facts, history }: Planned,
  around: RaisedBy,
): RaisedIssue | null {
  const { issue: script } = role
  const topic = history.entries.flatMap((entry, place) =>
    entry.topic === role.topics.length - 1 ? [{ entry, place }] : [],
  )
  const attached = topic.filter(({ entry }) => entry.line.by === 'customer').slice(0, maxAttached)
  const last = attached.at(-1)
  if (script === undefined || last === undefined) return null
  const words = (text = '') => fillIn(text, facts, 0)
  const raisedAt = last.entry.arrivedAt
  const end = new Date(
    topic.reduce((newest, { entry }) => Math.max(newest, entry.arrivedAt.getTime()), raisedAt.getTime()),
  )
  const between = new Date((raisedAt.getTime() + end.getTime()) / 2)
  const raised = createIssue(
    {
      conversation_id: String(around.conversationId),
      title: words(script.title),
      description: words(script.description),
      category: script.category,
      priority: script.priority,
    },
    null,
    raisedAt,
  )
  const id = around.nextId()
  const now = changed({ ...raised, id: String(id) }, script, { between, end, words })
  rows.issues.push({
    id,
    conversation_id: around.conversationId,
    title: now.title,
    description: now.description,
    status: now.status,
    priority: now.priority,
    category: script.category,
    assigned_agent_id: around.agentId,
    resolution_summary: now.resolution_summary,
    resolution_minutes: now.resolution_time,
    reopen_reason: now.reopen_reason,
    created_at: raisedAt,
    updated_at: new Date(now.updated_at),
    closed_at: now.closed_at === null ? null : new Date(now.closed_at),
  })
  return { id, attached: new Set(attached.map(({ place }) => place)) }
}

/** The issue after the scripted changes. */
function changed(
  issue: IssueEntity,
  { status, resolution, reason }: IssueScript,
  { between, end, words }: { between: Date; end: Date; words: (text?: string) => string },
): IssueEntity {
  switch (status) {
    case 'OPEN':
      return issue
    case 'IN_PROGRESS':
      return { ...issue, status }
    case 'RESOLVED':
      return resolveIssue(issue, words(resolution), end)
    case 'REOPENED':
      return reopenIssue(resolveIssue(issue, words(resolution), between), words(reason), end)
  }
}

const open = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_ON_CUSTOMER', 'WAITING_ON_THIRD_PARTY'] as const

const usual: readonly TicketStatus[] = ['NEW', 'ASSIGNED', 'IN_PROGRESS']
const notesOnTheWay: Partial<Record<TicketStatus, string>> = {
  WAITING_ON_CUSTOMER: 'The customer knows what we still need.',
  WAITING_ON_THIRD_PARTY: 'Passed on with everything we have; an answer is promised.',
}

/** The maximum of ids for a ticket: its own, one for each change of status, and two for notes. */
export const ticketIds = 1 + 4 + 2

/**
 * Adds the ticket that an agent raised about the last topic that needs one; most conversations have none. Its number comes from
 * the
 * conversation's index. Its status changes are spread from the message that raised it to the last one.
 */
export function addTicket(rows: Rows, planned: Planned, around: RaisedBy): void {
  const { role, facts, history, draw } = planned
  const topic = role.topics.findLastIndex(one => one.ticket !== undefined)
  const script = role.topics[topic]?.ticket
  const raised = history.entries.find(entry => entry.topic === topic && entry.line.by === 'agent')
  if (script === undefined || raised === undefined) return
  const { conversationId, agentId, nextId } = around
  const isOpen = role.status === 'ACTIVE' || role.status === 'TRANSFERRED'
  const status: TicketStatus = isOpen ? draw.pick(open) : 'RESOLVED'
  const way = usual.includes(status) ? usual.slice(0, usual.indexOf(status) + 1) : [...usual, status]
  const times = stepTimes(raised.at, lastArrival(planned, around.now), way.length)
  const timeOf = (step: number) => times[step] ?? raised.at
  const finished = timeOf(way.length - 1)
  const id = nextId()
  const words = (text: string) => fillIn(text, facts, 0)
  rows.tickets.push({
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
  })
  rows.ticket_changes.push(
    ...way.map((to, step) => ({
      id: nextId(),
      ticket_id: id,
      from_status: way[step - 1] ?? null,
      to_status: to,
      agent_id: agentId,
      at: timeOf(step),
    })),
  )
  for (const [step, to] of way.entries()) {
    const text = to === 'IN_PROGRESS' ? script.note : notesOnTheWay[to]
    if (text === undefined) continue
    const note = { ticket_id: id, agent_id: agentId, at: timeOf(step), text: words(text) }
    rows.ticket_notes.push({ id: nextId(), ...note })
  }
}

const lastArrival = ({ history }: Planned, now: Date): Date =>
  new Date(Math.min(now.getTime(), Math.max(0, ...history.entries.map(entry => entry.arrivedAt.getTime()))))

/** Times in whole seconds, evenly spaced from the first instant to the last. */
function stepTimes(first: Date, last: Date, count: number): readonly Date[] {
  const span = Math.max(0, last.getTime() - first.getTime())
  return Array.from({ length: count }, (_, step) => {
    const after = count === 1 ? 0 : (span * step) / (count - 1)
    return new Date(first.getTime() + Math.floor(after / 1000) * 1000)
  })
}

/** Ratings by the conversation's index: mostly satisfied, not always. */
const givenRatings = [5, 4, 5, 3, 5, 4, 2, 5, 4, 5] as const
const minuteMs = 60_000

/** The customer's rating of a conversation that ended after an agent's reply; null for the others. */
export function ratingOf(planned: Planned, around: RaisedBy): Row<'ratings'> | null {
  const { role, history, index } = planned
  const isOver = role.status === 'RESOLVED' || role.status === 'DORMANT' || role.status === 'ARCHIVED'
  if (!isOver || !history.entries.some(entry => entry.line.by === 'agent')) return null
  const last = Math.max(...history.entries.map(entry => entry.arrivedAt.getTime()))
  return {
    id: around.nextId(),
    conversation_id: around.conversationId,
    owner_id: around.agentId,
    rating: givenRatings[index % givenRatings.length] ?? 5,
    at: new Date(Math.min(around.now.getTime(), last + (2 + (index % 9)) * minuteMs)),
  }
}
