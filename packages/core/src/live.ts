import type { ApplicationKind, ApplicationStatus } from './api/applications.ts'
import type { ConversationStatus } from './api/conversations.ts'
import type { ChangeFrame } from './api/sockets.ts'
import { type AgentEntity, readAgent } from './read/agent.ts'
import {
  type ApplicationEntity,
  type ApplicationRowEntity,
  readApplication,
  readApplicationRow,
} from './read/application.ts'
import { type ConversationEntity, readConversation } from './read/conversation.ts'
import { type IssueEntity, readIssue } from './read/issue.ts'
import { type MessageEntity, readMessage } from './read/message.ts'
import { type NotificationEntity, readNotification } from './read/notification.ts'
import { readTicket, type TicketEntity } from './read/ticket.ts'
import type { UnreadStats } from './read/unread-stats.ts'
import { compareAgents } from './rules/agent.ts'
import {
  type ApplicationFilter,
  compareApplications,
  type Moment,
  matchesApplicationFilter,
} from './rules/application.ts'
import { type ConversationFilter, compareConversations, matchesFilter } from './rules/conversation.ts'
import { compareIssues } from './rules/issue.ts'
import { compareNotifications } from './rules/notification.ts'
import { compareMessages } from './rules/thread.ts'
import { compareTickets } from './rules/ticket.ts'
import { tellsUnread, unreadCount, withUnread } from './rules/unread.ts'

/*
 * How a change reaches what a client holds. Every function is pure, gives the same result when a frame is applied twice,
 * and is harmless with a frame whose entity is newer than its number: frames carry state, never instructions.
 * The law, tested for every action: the old state with the action's frames applied equals a fresh answer.
 */

/** The list as held: the rows from the newest down to `edge`, the last row of the newest page fetched. */
export interface ListState {
  readonly filter: ConversationFilter
  readonly rows: readonly ConversationEntity[]
  /** Older rows exist behind the edge. */
  readonly hasMore: boolean
  readonly edge: Pick<ConversationEntity, 'id' | 'last_activity'> | null
  /** How many conversations there are by status, for the filter without its status. */
  readonly counts: Readonly<Partial<Record<ConversationStatus, number>>>
}

/** What applying a frame to a list could not settle by itself. */
export interface ListNeeds {
  /** A row that belongs here and is not held: fetch it, since frames carry no mark of the viewer. */
  readonly row: string | null
  /** The counts changed by an amount that only the server knows. */
  readonly counts: boolean
}

const settled: ListNeeds = { row: null, counts: false }

const insideWindow = (list: ListState, row: ConversationEntity): boolean =>
  !list.hasMore || list.edge === null || compareConversations(row, list.edge) <= 0

const withRow = (list: ListState, row: ConversationEntity): ListState => {
  const others = list.rows.filter(other => other.id !== row.id)
  if (!matchesFilter(row, list.filter)) return { ...list, rows: others }
  const at = others.findIndex(other => compareConversations(row, other) < 0)
  const rows = at === -1 ? [...others, row] : [...others.slice(0, at), row, ...others.slice(at)]
  return { ...list, rows }
}

type Counts<S extends string> = Readonly<Partial<Record<S, number>>>

const moveCount = <S extends string>(counts: Counts<S>, from: S, to: S): Counts<S> =>
  from === to
    ? counts
    : { ...counts, [from]: Math.max(0, (counts[from] ?? 0) - 1), [to]: (counts[to] ?? 0) + 1 }

/** A list after one frame, and what it still needs. Message frames do not concern it: rows carry the last message. */
export function applyToList(
  list: ListState,
  frame: ChangeFrame,
): { readonly list: ListState; readonly needs: ListNeeds } {
  if (frame.event === 'read') {
    const held = list.rows.find(row => row.id === frame.data.conversation_id)
    return {
      list: held === undefined ? list : withRow(list, marked(held, frame.data.seen_no)),
      needs: settled,
    }
  }
  if (frame.event !== 'conversation') return { list, needs: settled }
  const held = list.rows.find(row => row.id === frame.data.id)
  if (held === undefined) {
    const row = readConversation(frame.data)
    const belongs = matchesFilter(row, list.filter) && insideWindow(list, row)
    return { list, needs: { row: belongs ? row.id : null, counts: true } }
  }
  const row = readConversation(frame.data, held.seen_no)
  const narrowed = { ...list.filter, status: undefined }
  const counted = matchesFilter(held, narrowed) === matchesFilter(row, narrowed)
  const counts = counted ? moveCount(list.counts, held.status, row.status) : list.counts
  return { list: { ...withRow(list, row), counts }, needs: { row: null, counts: !counted } }
}

/** A list after rows were fetched by id; a row that is not among them any more is left as it is. */
export const withFetchedRows = (list: ListState, rows: readonly ConversationEntity[]): ListState =>
  rows.reduce((held, row) => (insideWindow(held, row) ? withRow(held, row) : held), list)

const marked = (row: ConversationEntity, seenNo: number): ConversationEntity => {
  const seen_no = Math.max(row.seen_no, seenNo)
  return { ...row, seen_no, unread_count: unreadCount(row.inbound_no, seen_no) }
}

/** One conversation after a frame. */
export function applyToConversation(held: ConversationEntity, frame: ChangeFrame): ConversationEntity {
  if (frame.event === 'conversation' && frame.data.id === held.id)
    return readConversation(frame.data, held.seen_no)
  if (frame.event === 'read' && frame.data.conversation_id === held.id)
    return marked(held, frame.data.seen_no)
  return held
}

/** A thread as held: the messages from `messages[0]` to the newest, in thread order. */
export interface ThreadState {
  readonly conversationId: string
  readonly messages: readonly MessageEntity[]
  /** Older messages exist before the first. */
  readonly hasMore: boolean
}

/** A thread after one frame. A message older than what is held is left to be paged in. */
export function applyToThread(thread: ThreadState, frame: ChangeFrame): ThreadState {
  if (frame.event !== 'new_message' && frame.event !== 'message') return thread
  if (frame.data.conversation_id !== thread.conversationId) return thread
  return withMessage(thread, readMessage(frame.data))
}

/** A thread with one message put in its place, or replaced there. */
export function withMessage(thread: ThreadState, message: MessageEntity): ThreadState {
  const others = thread.messages.filter(other => other.id !== message.id)
  const oldest = thread.messages[0]
  const isHeld = others.length < thread.messages.length
  if (!isHeld && thread.hasMore && oldest !== undefined && compareMessages(message, oldest) < 0) return thread
  const after = others.findLastIndex(other => compareMessages(other, message) < 0)
  return { ...thread, messages: [...others.slice(0, after + 1), message, ...others.slice(after + 1)] }
}

/** A thread with an older page put before it. */
export function withOlder(
  thread: ThreadState,
  older: readonly MessageEntity[],
  hasMore: boolean,
): ThreadState {
  const held = new Set(thread.messages.map(message => message.id))
  const fresh = older.filter(message => !held.has(message.id))
  return { ...thread, messages: [...fresh, ...thread.messages].toSorted(compareMessages), hasMore }
}

/** The tickets of one conversation as held: all of them, newest first. */
export interface TicketsState {
  readonly conversationId: string
  readonly tickets: readonly TicketEntity[]
}

/** A conversation's tickets after one frame. */
export function applyToTickets(held: TicketsState, frame: ChangeFrame): TicketsState {
  if (frame.event !== 'ticket' || frame.data.conversation_id !== held.conversationId) return held
  const ticket = readTicket(frame.data)
  const others = held.tickets.filter(other => other.id !== ticket.id)
  return { ...held, tickets: [...others, ticket].toSorted(compareTickets) }
}

/** One ticket after a frame. */
export const applyToTicket = (held: TicketEntity, frame: ChangeFrame): TicketEntity =>
  frame.event === 'ticket' && frame.data.id === held.id ? readTicket(frame.data) : held

/** The issues of one conversation as held: all of them, newest first. */
export interface IssuesState {
  readonly conversationId: string
  readonly issues: readonly IssueEntity[]
}

/** A conversation's issues after one frame. */
export function applyToIssues(held: IssuesState, frame: ChangeFrame): IssuesState {
  if (frame.event !== 'issue' || frame.data.conversation_id !== held.conversationId) return held
  const issue = readIssue(frame.data)
  const others = held.issues.filter(other => other.id !== issue.id)
  return { ...held, issues: [...others, issue].toSorted(compareIssues) }
}

/** A list of one kind's applications as held: from the newest down to `edge`, the last row of the newest page fetched. */
export interface ApplicationsState {
  readonly kind: ApplicationKind
  readonly filter: ApplicationFilter
  /** Just those of this conversation's customer; null for all. */
  readonly conversationId: string | null
  readonly rows: readonly ApplicationRowEntity[]
  /** Older rows exist behind the edge. */
  readonly hasMore: boolean
  readonly edge: Pick<ApplicationRowEntity, 'id' | 'submission_date' | 'created_at'> | null
  /** How many there are by status, for the filter without its status. */
  readonly counts: Readonly<Partial<Record<ApplicationStatus, number>>>
}

/** What applying a frame to a list of applications could not settle by itself. */
export interface ApplicationsNeeds {
  /** The counts changed by an amount that only the server knows. */
  readonly counts: boolean
  /** Whose application it is only the server knows: fetch the list again. */
  readonly list: boolean
}

/**
 * A list of applications after one frame, and what it still needs. Rows carry nothing of the viewer, so an unknown one
 * takes its place at once; only whether it is of the conversation's customer may be unknown.
 */
export function applyToApplications(
  held: ApplicationsState,
  frame: ChangeFrame,
  moment: Moment,
): { readonly held: ApplicationsState; readonly needs: ApplicationsNeeds } {
  const settledNeeds = { counts: false, list: false }
  if (frame.event !== 'application' || frame.data.kind !== held.kind) return { held, needs: settledNeeds }
  const row = readApplicationRow(frame.data)
  const before = held.rows.find(other => other.id === row.id)
  if (before === undefined) {
    const isOfCustomer = held.conversationId === null || held.conversationId === row.conversation_id
    if (!isOfCustomer) return { held, needs: { counts: false, list: true } }
    return { held: withApplication(held, row, moment), needs: { counts: true, list: false } }
  }
  const narrowed = { ...held.filter, status: undefined }
  const counted =
    matchesApplicationFilter(before, narrowed, moment) === matchesApplicationFilter(row, narrowed, moment)
  const counts = counted ? moveCount(held.counts, before.status, row.status) : held.counts
  return {
    held: { ...withApplication(held, row, moment), counts },
    needs: { counts: !counted, list: false },
  }
}

function withApplication(
  held: ApplicationsState,
  row: ApplicationRowEntity,
  moment: Moment,
): ApplicationsState {
  const others = held.rows.filter(other => other.id !== row.id)
  const isInside = !held.hasMore || held.edge === null || compareApplications(row, held.edge) <= 0
  const belongs = isInside && matchesApplicationFilter(row, held.filter, moment)
  return { ...held, rows: belongs ? [...others, row].toSorted(compareApplications) : others }
}

/** One application after a frame. */
export const applyToApplication = (held: ApplicationEntity, frame: ChangeFrame): ApplicationEntity =>
  frame.event === 'application' && frame.data.id === held.id ? readApplication(frame.data) : held

/**
 * Unread stats after a frame, given the row that the frame left behind (null when it is not held). Null: only the server
 * knows, fetch the stats again. Counts are set and not added to, so a frame may come twice.
 */
export function applyToUnread(
  stats: UnreadStats,
  frame: ChangeFrame,
  row: ConversationEntity | null,
): UnreadStats | null {
  if (frame.event !== 'read' && frame.event !== 'conversation') return stats
  return row === null || !tellsUnread(stats, row.id) ? null : withUnread(stats, row.id, row.unread_count)
}

/** All agents, by name, after one frame; a disabled one leaves. */
export function applyToAgents(agents: readonly AgentEntity[], frame: ChangeFrame): readonly AgentEntity[] {
  if (frame.event !== 'agent') return agents
  const others = agents.filter(agent => agent.id !== frame.data.id)
  return frame.data.disabled ? others : [...others, readAgent(frame.data)].toSorted(compareAgents)
}

/** The viewer's notices, newest first, after one frame; a dismissed one leaves. */
export function applyToNotifications(
  notices: readonly NotificationEntity[],
  frame: ChangeFrame,
): readonly NotificationEntity[] {
  if (frame.event !== 'notification') return notices
  const others = notices.filter(notice => notice.id !== frame.data.id)
  if (frame.data.dismissed) return others
  return [...others, readNotification(frame.data)].toSorted(compareNotifications)
}
