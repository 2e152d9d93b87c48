import type { ConversationEntity, LastMessageEntity, OfferEntity } from '../entities/conversation.ts'
import { customerName, unknownPhone } from '../rules/conversation.ts'
import { unreadCount } from '../rules/unread.ts'
import { channels } from '../words/channels.ts'
import { conversationStatuses, unsentReplies } from '../words/conversations.ts'
import { unreachableReasons } from '../words/reach.ts'
import { ticketPriorities } from '../words/tickets.ts'
import { fieldsOf, firstText, listOf, numberOf, textOf, timeOf, wordOf } from './value.ts'

const readLastMessage = (raw: unknown): LastMessageEntity | null => {
  const fields = fieldsOf(raw)
  const created_at = timeOf(fields['created_at'])
  if (created_at === null) return null
  return {
    id: textOf(fields['id']),
    content: textOf(fields['content']) ?? '',
    message_type: textOf(fields['message_type']) ?? 'text',
    created_at,
    direction: wordOf(fields['direction'], ['INBOUND', 'OUTBOUND'] as const) ?? 'INBOUND',
    source: (textOf(fields['source']) ?? 'CUSTOMER').toUpperCase(),
    sender_id: textOf(fields['sender_id']),
    sender_name: textOf(fields['sender_name']),
    has_attachments: fields['has_attachments'] === true,
  }
}

const readTicket = (raw: unknown): ConversationEntity['ticket'] => {
  const fields = fieldsOf(raw)
  const id = textOf(fields['id'])
  return id === null ? null : { id, ticket_number: textOf(fields['ticket_number']) }
}

const readOffer = (raw: unknown): OfferEntity | null => {
  const fields = fieldsOf(raw)
  const [id, agent_id, deadline] = [
    textOf(fields['id']),
    textOf(fields['agent_id']),
    timeOf(fields['deadline']),
  ]
  if (id === null || agent_id === null || deadline === null) return null
  const agent_name = textOf(fields['agent_name']) ?? `Agent ${agent_id}`
  return {
    id,
    agent_id,
    agent_name,
    by_name: textOf(fieldsOf(fields['by'])['name']) ?? textOf(fields['by_name']) ?? '',
    deadline,
  }
}

const readReach = (raw: unknown): ConversationEntity['reach'] => {
  if (raw === undefined || raw === null) return null
  const fields = fieldsOf(raw)
  return {
    has_window: fields['has_window'] !== false,
    wrote_at: timeOf(fields['wrote_at']),
    closes_at: timeOf(fields['closes_at']),
    unreachable: wordOf(fields['unreachable'], unreachableReasons),
  }
}

const readSnooze = (raw: unknown): ConversationEntity['snoozed'] => {
  const fields = fieldsOf(raw)
  const until = timeOf(fields['until'])
  if (until === null) return null
  return { until, by_name: textOf(fieldsOf(fields['by'])['name']), reason: textOf(fields['reason']) }
}

const readMentions = (raw: unknown): ConversationEntity['mentioned'] =>
  listOf(raw).flatMap(mention => {
    const fields = fieldsOf(mention)
    const [agent_id, at] = [textOf(fields['agent_id']), timeOf(fields['at'])]
    return agent_id === null || at === null ? [] : [{ agent_id, at }]
  })

const readErased = (raw: unknown): ConversationEntity['erased'] => {
  const fields = fieldsOf(raw)
  const at = timeOf(fields['at'])
  return at === null ? null : { at, by: textOf(fields['by']) }
}

const readRated = (raw: unknown): number | null => {
  const rated = numberOf(raw)
  return rated !== null && Number.isInteger(rated) && rated >= 1 && rated <= 5 ? rated : null
}

/**
 * Reads one conversation, nested (user, agent, last_message) or flat (customer_name, assignee_id, lastMessage). Never
 * throws. `seenNo` is the viewer's mark where the row itself carries none, as in frames.
 */
export function readConversation(raw: unknown, seenNo = 0): ConversationEntity {
  const fields = fieldsOf(raw)
  const user = fieldsOf(fields['user'])
  const agent = fieldsOf(fields['agent'])
  const metadata = fieldsOf(fields['metadata'])
  const phone = firstText(user, 'phone_number') ?? textOf(fields['phone_number'])
  const inbound_no = numberOf(fields['inbound_no']) ?? 0
  const seen_no = numberOf(fields['seen_no']) ?? seenNo
  const counted = fields['inbound_no'] === undefined ? numberOf(fields['unread_count']) : null
  return {
    id: textOf(fields['id']) ?? '',
    customer_id: textOf(user['id']),
    customer_name: customerName(textOf(user['name']) ?? textOf(fields['customer_name']), phone),
    profile_name: textOf(user['profile_name']),
    phone_number: phone ?? unknownPhone,
    status: wordOf(fields['status'], conversationStatuses) ?? 'ACTIVE',
    assignee_id: textOf(agent['id']) ?? textOf(fields['assignee_id']),
    assignee_name: textOf(agent['name']) ?? textOf(fields['assignee_name']),
    with_bot: fields['with_bot'] === true,
    last_activity: timeOf(fields['last_activity']),
    waiting_since: timeOf(fields['waiting_since']),
    ticket_priority: wordOf(fields['ticket_priority'], ticketPriorities),
    closes_soon: fields['closes_soon'] === true,
    snoozed: readSnooze(fields['snoozed']),
    mentioned: readMentions(fields['mentioned']),
    created_at: timeOf(fields['created_at']),
    updated_at: timeOf(fields['updated_at']),
    session_id: textOf(fields['session_id']),
    inbound_no,
    seen_no,
    unread_count: counted === null ? unreadCount(inbound_no, seen_no) : unreadCount(counted, 0),
    ticket: readTicket(fields['ticket']),
    tags: listOf(fields['tags']).flatMap(tag => textOf(tag) ?? []),
    metadata: {
      account_type: textOf(metadata['account_type']),
      customer_id: textOf(metadata['customer_id']),
    },
    lastMessage: readLastMessage(fields['last_message'] ?? fields['lastMessage']),
    last_reply: wordOf(fields['last_reply'], unsentReplies),
    offer: readOffer(fields['offer']),
    open_issues: Math.max(0, numberOf(fields['open_issues'] ?? fields['openIssueCount']) ?? 0),
    references: listOf(fields['references']).flatMap(reference => textOf(reference) ?? []),
    reach: readReach(fields['reach']),
    channel: wordOf(fields['channel'], channels) ?? 'whatsapp',
    business_number: textOf(fields['business_number']),
    erased: readErased(fields['erased']),
    continued_in: textOf(fields['continued_in']),
    rated: readRated(fields['rated']),
    version: numberOf(fields['version']),
    sample: false,
  }
}

/** The conversations of a list answer, bare or wrapped; entries without an id are left out. */
export const readConversations = (raw: unknown): readonly ConversationEntity[] => {
  const wrapped = Object.values(fieldsOf(raw)).find(Array.isArray)
  return listOf(Array.isArray(raw) ? raw : wrapped)
    .map(item => readConversation(item))
    .filter(row => row.id !== '')
}
