import type { TicketStatus } from '../api/tickets.ts'
import type { ConversationEntity, ConversationState } from '../api/conversations.ts'
import type { ChangeFrame } from '../api/sockets.ts'
import type { TicketRowEntity } from '../entities/ticket.ts'
import { readConversation } from '../read/entities.ts'
import { readTicket } from '../read/ticket.ts'
import { listedOf } from '../read/ticket-row.ts'
import {
  compareTicketRows,
  matchesNarrowed,
  matchesTicketFilter,
  type TicketFilter,
  type TicketPlace,
} from '../rules/ticket-list.ts'
import { type Counts, moveCount } from './counts.ts'
import { stateIn } from './sight.ts'

/** A list over the tickets of all conversations as held: from the first down to `edge`, the last place that was fetched. */
export interface TicketListState {
  readonly filter: TicketFilter
  readonly rows: readonly TicketRowEntity[]
  /** More rows exist behind the edge. */
  readonly hasMore: boolean
  readonly edge: TicketPlace | null
  /** How many there are by status, for the filter without its status. */
  readonly counts: Counts<TicketStatus>
  /**
   * What frames said last of conversations, of what a list goes by. As long as that stays the same, none of their tickets
   * comes here by another frame of theirs, also while none is held.
   */
  readonly last: Readonly<Record<string, string>>
  /** What came could not be settled: who shows the list asks for it again. */
  readonly lacks: boolean
}

/** A list after one frame. */
export function applyToTicketList(held: TicketListState, frame: ChangeFrame): TicketListState {
  if (frame.event === 'ticket') return withTicket(held, readTicket(frame.data))
  if (frame.event === 'sight' && frame.data.conversation === null) {
    // How many of them stand behind the edge, or in other statuses, only the server knows.
    const { conversation_id: lost } = frame.data
    const { [lost]: _, ...last } = held.last
    return {
      ...held,
      last,
      rows: held.rows.filter(row => row.conversation_id !== lost),
      lacks: true,
    }
  }
  const state = stateIn(frame)
  return state === null ? held : withConversation(held, state)
}

/** Frames of tickets do not say whose they are: one that is not held is asked for, unless it is known to be another's. */
function withTicket(held: TicketListState, ticket: ReturnType<typeof readTicket>): TicketListState {
  const before = held.rows.find(row => row.id === ticket.id)
  if (before === undefined)
    return held.lacks || isAnothers(held, ticket.conversation_id) ? held : { ...held, lacks: true }
  const row: TicketRowEntity = { ...before, ...listedOf(ticket) }
  const isCounted = matchesNarrowed(row, held.filter)
  return {
    ...withRows(held, [row]),
    counts: moveCount(held.counts, before.status, row.status),
    lacks: held.lacks || !isCounted,
  }
}

/** Whether frames said last of a conversation that it is not whose tickets these are: none of its tickets is listed or counted. */
function isAnothers({ filter: { assigneeId }, last }: TicketListState, conversationId: string): boolean {
  const word = last[conversationId]
  return assigneeId !== undefined && word !== undefined && ownerIn(word) !== assigneeId
}

function withConversation(held: TicketListState, state: ConversationState): TicketListState {
  if (state.ticket === null) return held
  const conversation = readConversation(state)
  const whose = whoseOf(conversation)
  const own = held.rows.filter(row => row.conversation_id === conversation.id)
  if (own.every(row => isSame(row, whose)) && isSettled(held, conversation.id, whose, own.length > 0))
    return held
  const rows = own.map(row => ({ ...row, ...whose }))
  const isLeft = rows.length > 0 && rows.every(row => matchesNarrowed(row, held.filter))
  const lacks = held.lacks || (isNarrowedByWhose(held.filter) && !isLeft)
  const last = { ...held.last, [conversation.id]: wordOf(whose) }
  return { ...withRows(held, rows), lacks, last: isNarrowedByWhose(held.filter) ? last : held.last }
}

/** Whether a frame that tells the same of a conversation as what is held changes nothing. */
const isSettled = (
  { filter, last }: TicketListState,
  conversationId: string,
  whose: Whose,
  isHeld: boolean,
): boolean =>
  !isNarrowedByWhose(filter) ||
  last[conversationId] === wordOf(whose) ||
  (isHeld && last[conversationId] === undefined)

/** Where nothing is narrowed by whose a ticket is, none comes or goes with its conversation. */
const isNarrowedByWhose = ({ assigneeId, search = '' }: TicketFilter): boolean =>
  assigneeId !== undefined || search.trim() !== ''

type Whose = Pick<TicketRowEntity, 'customer' | 'agent'>

const wordOf = ({ customer, agent }: Whose): string => JSON.stringify([agent?.id ?? null, customer])

/** The id of the agent, or "none", of a word of `wordOf`. */
const ownerIn = (word: string): string => (JSON.parse(word) as readonly [string | null])[0] ?? 'none'

const whoseOf = (conversation: ConversationEntity): Whose => {
  const { customer_name: name, phone_number, assignee_id: id, assignee_name } = conversation
  return {
    customer: { name, phone_number },
    agent: id === null ? null : { id, name: assignee_name ?? '' },
  }
}

const isSame = (a: Whose, b: Whose): boolean =>
  a.customer.name === b.customer.name &&
  a.customer.phone_number === b.customer.phone_number &&
  a.agent?.id === b.agent?.id &&
  a.agent?.name === b.agent?.name

/** The rows in their places; those that do not belong here any more, or stand behind the edge, go. */
function withRows(held: TicketListState, rows: readonly TicketRowEntity[]): TicketListState {
  const changed = new Set(rows.map(({ id }) => id))
  const { edge, hasMore } = held
  const kept = rows.filter(
    row =>
      matchesTicketFilter(row, held.filter) &&
      (!hasMore || edge === null || compareTicketRows(row, edge) <= 0),
  )
  const others = held.rows.filter(({ id }) => !changed.has(id))
  return { ...held, rows: [...others, ...kept].toSorted(compareTicketRows) }
}
