import { AgentProfile } from '../agents/api.ts'
import { Assignment } from '../assignments/api.ts'
import { Attachment } from '../attachments/api.ts'
import { LastMessage, ToldConversation } from '../conversations/api.ts'
import { IntentAnalysis } from '../intent/api.ts'
import {
  Direction,
  MessageStatus,
  QuotedMessage,
  Source,
  UnreadStats,
  ViewedMessage,
} from '../messages/api.ts'
import { Notification } from '../notifications/api.ts'
import { availabilityPercentage, capacityOf, isAvailable } from '../agents/rules.ts'
import { unreadCount } from '../conversations/unread.ts'
import { tolerant, tolerantList } from './tolerant.ts'
import { type Fields, fieldsOf, firstText, listOf, numberOf, textOf, wordOf } from './value.ts'

/*
 * The readers of the first load, with the other shapes that the specification allows for an entity (API-16, API-18, DATA-01 to
 * DATA-17). The readers of other data are declared where it is fetched. An attachment comes first: other schemas contain it.
 */

/** Other names of a file's fields (DATA-11); a bare URL is a file too. */
const preprocessAttachment = (raw: unknown): unknown => {
  const fields = typeof raw === 'string' ? { url: raw } : fieldsOf(raw)
  return {
    ...fields,
    id: firstText(fields, 'id', 'document_id'),
    document_id: firstText(fields, 'document_id', 'id'),
    name: firstText(fields, 'name', 'file_name'),
    mime_type: firstText(fields, 'mime_type', 'content_type', 'type'),
    download_url: firstText(fields, 'download_url', 'url'),
  }
}
export const readAttachment = tolerant(Attachment, preprocessAttachment)

/** The files of a message or an application under any of their three names (API-18). */
export const filesIn = (fields: Fields): readonly unknown[] =>
  ['attachments', 'documents', 'media_urls']
    .map(name => listOf(fields[name]))
    .find(list => list.length > 0) ?? []

/** Case is ignored (DATA-08, DATA-09); source and direction imply each other. */
const sideOf = (fields: Fields) => {
  const source = wordOf(fields['source'], Source.options)
  const isCustomers = source === null || source === 'USER' || source === 'CUSTOMER'
  const direction = wordOf(fields['direction'], Direction.options) ?? (isCustomers ? 'INBOUND' : 'OUTBOUND')
  return { direction, source: source ?? (direction === 'INBOUND' ? 'CUSTOMER' : 'AGENT') } as const
}

tolerant(QuotedMessage, raw => ({ ...fieldsOf(raw), ...sideOf(fieldsOf(raw)) }))

/** Other names of a message's fields. A message without a state gets the default of its direction. */
const preprocessMessage = (raw: unknown): unknown => {
  const fields = fieldsOf(raw)
  const side = sideOf(fields)
  return {
    ...fields,
    ...side,
    id: firstText(fields, 'id', 'message_id'),
    content: firstText(fields, 'content', 'text', 'body'),
    created_at: fields['created_at'] ?? fields['timestamp'],
    status:
      wordOf(fields['status'], MessageStatus.options) ?? (side.direction === 'INBOUND' ? 'received' : 'sent'),
    attachments: filesIn(fields),
  }
}
export const readMessage = tolerant(ViewedMessage, preprocessMessage)
const readMessages = tolerantList(ViewedMessage, preprocessMessage)

/** The messages of a history response: an array, `{messages}`, or any object one level around such a list (API-16). */
export function readHistory(raw: unknown) {
  const fields = fieldsOf(raw)
  const values = Object.values(fields)
  const nested = values.map(value => fieldsOf(value)['messages'])
  return {
    messages: readMessages([raw, fields['messages'], ...nested, ...values].find(Array.isArray)),
    has_more: fields['has_more'] === true,
    has_newer: fields['has_newer'] === true,
  }
}

tolerant(LastMessage, raw => ({ ...fieldsOf(raw), ...sideOf(fieldsOf(raw)) }))

/**
 * Nested (user, agent, last_message) as our server writes it, or flat (DATA-01). A server without counters sends the unread count
 * itself.
 */
const preprocessConversation = (raw: unknown): unknown => {
  const fields = fieldsOf(raw)
  const user = fieldsOf(fields['user'])
  const agent = fieldsOf(fields['agent'])
  const whole = (name: string) => Math.trunc(numberOf(fields[name]) ?? 0)
  const [inbound_no, seen_no] = [whole('inbound_no'), whole('seen_no')]
  return {
    ...fields,
    unread_count: inbound_no === 0 ? unreadCount(whole('unread_count'), 0) : unreadCount(inbound_no, seen_no),
    user: {
      ...user,
      name: user['name'] ?? fields['customer_name'],
      phone_number: user['phone_number'] ?? fields['phone_number'],
    },
    agent: { id: agent['id'] ?? fields['assignee_id'], name: agent['name'] ?? fields['assignee_name'] },
    last_message: fields['last_message'] ?? fields['lastMessage'],
    open_issues: fields['open_issues'] ?? fields['openIssueCount'],
  }
}
export const readConversation = tolerant(ToldConversation, preprocessConversation)
export const readConversations = tolerantList(ToldConversation, preprocessConversation)

const count = (value: number): number => Math.min(Math.max(0, Math.trunc(value)), Number.MAX_SAFE_INTEGER)

/** Other names of an agent's fields (DATA-13). Online status and workload are computed from them. */
const preprocessAgent = (raw: unknown): unknown => {
  const fields = fieldsOf(raw)
  const id = firstText(fields, 'user_id', 'id')
  const name = firstText(fields, 'name', 'user_name') ?? `Agent ${id ?? ''}`
  const status = (textOf(fields['status']) ?? 'OFFLINE').toUpperCase()
  const current_workload = count(numberOf(fields['current_workload']) ?? 0)
  const capacity = capacityOf({
    max_capacity: numberOf(fields['max_capacity']),
    max_concurrent_tickets: numberOf(fields['max_concurrent_tickets']),
    max_capacity_concurrent: numberOf(fields['max_capacity_concurrent']),
  })
  const max_capacity = count(capacity)
  return {
    ...fields,
    id,
    user_id: id,
    name,
    user_name: name,
    status,
    is_online: isAvailable(status) && fields['is_online'] !== false,
    current_workload,
    max_capacity,
    availability_percentage: availabilityPercentage(current_workload, max_capacity),
  }
}
export const readAgent = tolerant(AgentProfile, preprocessAgent)
export const readAgents = tolerantList(AgentProfile, preprocessAgent)

/** Other names of a notification's fields (DATA-14). */
const preprocessNotification = (raw: unknown): unknown => {
  const fields = fieldsOf(raw)
  return {
    ...fields,
    timestamp: fields['timestamp'] ?? fields['created_at'],
    conversation_id: firstText(fields, 'conversation_id', 'conversationId'),
    ticket_id: firstText(fields, 'ticket_id', 'ticketId'),
    data: { importance: fieldsOf(fields['data'])['importance'] ?? fields['importance'] },
    auto_close: fields['auto_close'] ?? fields['autoClose'],
  }
}
export const readNotification = tolerant(Notification, preprocessNotification)
export const readNotifications = tolerantList(Notification, preprocessNotification)

export const readAssignments = tolerantList(Assignment)

export const readUnreadStats = tolerant(UnreadStats)

const maxSuggestions = 3

/** An analysis is the whole response or under intent_result, and its suggestions are objects or texts (DATA-17). */
export const readIntent = tolerant(IntentAnalysis, raw => {
  const fields = fieldsOf(raw)
  const suggestions = fieldsOf(fields['response'])['suggestions'] ?? fields['suggestions']
  return {
    ...fieldsOf(fields['intent_result'] ?? raw),
    success: fields['success'],
    suggestions: listOf(suggestions)
      .flatMap(one => textOf(one) ?? firstText(fieldsOf(one), 'text', 'label', 'title') ?? [])
      .slice(0, maxSuggestions),
  }
})
