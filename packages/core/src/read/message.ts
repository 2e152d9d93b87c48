import type { FailureEntity, MessageEntity, QuotedEntity, ReactionEntity } from '../entities/message.ts'
import { readAttachment, readAttachments } from './entities.ts'
import { readDetails } from './message-details.ts'
import { fieldsOf, firstText, listOf, numberOf, textOf, timeOf, wordOf } from './value.ts'

const directions = ['INBOUND', 'OUTBOUND'] as const
const sources = ['USER', 'CUSTOMER', 'AGENT', 'BOT', 'SYSTEM'] as const
const statuses = [
  'received',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
  'unknown',
] as const
const epoch = new Date(0).toISOString()

const readFailure = (raw: unknown): FailureEntity | null => {
  const fields = fieldsOf(raw)
  const sentence = textOf(fields['sentence'])
  if (sentence === null) return null
  return { code: textOf(fields['code']) ?? '', sentence, remedy: textOf(fields['remedy']) ?? '' }
}

function readWaits(raw: unknown): MessageEntity['waits'] {
  const fields = fieldsOf(raw)
  const [sentence, until] = [textOf(fields['sentence']), timeOf(fields['until'])]
  return sentence === null || until === null ? null : { sentence, until }
}

const forwardings = ['forwarded', 'frequently_forwarded'] as const

/** As much of a message as stands above one that answers it; null: none. */
export function readQuoted(raw: unknown): QuotedEntity | null {
  const fields = fieldsOf(raw)
  const id = textOf(fields['id'])
  if (id === null) return null
  const source = wordOf(fields['source'], sources)
  const direction = wordOf(fields['direction'], directions) ?? 'INBOUND'
  return {
    id,
    created_at: timeOf(fields['created_at']) ?? epoch,
    direction,
    message_type: textOf(fields['message_type']) ?? 'text',
    source: source ?? (direction === 'INBOUND' ? 'CUSTOMER' : 'AGENT'),
    sender_name: textOf(fields['sender_name']),
    excerpt: textOf(fields['excerpt']) ?? '',
    attachment: nullish(fields['attachment']) ? null : readAttachment(fields['attachment']),
  }
}

const nullish = (raw: unknown): boolean => raw === undefined || raw === null

const readQuote = (raw: unknown): MessageEntity['quote'] =>
  nullish(raw) ? null : { message: readQuoted(fieldsOf(raw)['message']) }

const reactionStates = ['there', 'waiting', 'failed'] as const
const reactors = ['CUSTOMER', 'AGENT', 'BOT'] as const

function readReaction(raw: unknown): ReactionEntity[] {
  const fields = fieldsOf(raw)
  const emoji = textOf(fields['emoji'])
  if (emoji === null || emoji === '') return []
  return [
    {
      emoji,
      by: wordOf(fields['by'], reactors) ?? 'CUSTOMER',
      agent_name: textOf(fields['agent_name']),
      at: timeOf(fields['at']) ?? epoch,
      state: wordOf(fields['state'], reactionStates) ?? 'there',
      failure: readFailure(fields['failure']),
    },
  ]
}

function readEdited(raw: unknown): MessageEntity['edited'] {
  const fields = fieldsOf(raw)
  const at = timeOf(fields['at'])
  return at === null ? null : { at, original: textOf(fields['original']) ?? '' }
}

/** Reads one message, also with other providers' names and cases. Never throws; what is missing reads as empty. */
export function readMessage(raw: unknown): MessageEntity {
  const fields = fieldsOf(raw)
  const source = wordOf(fields['source'], sources)
  const fromCustomer = source === null || source === 'USER' || source === 'CUSTOMER'
  const direction = wordOf(fields['direction'], directions) ?? (fromCustomer ? 'INBOUND' : 'OUTBOUND')
  return {
    id: firstText(fields, 'id', 'message_id') ?? '',
    conversation_id: textOf(fields['conversation_id']) ?? '',
    content: firstText(fields, 'content', 'text', 'body') ?? '',
    created_at: timeOf(fields['created_at'] ?? fields['timestamp']) ?? epoch,
    direction,
    message_type: textOf(fields['message_type']) ?? 'text',
    source: source ?? (direction === 'INBOUND' ? 'CUSTOMER' : 'AGENT'),
    sender_id: textOf(fields['sender_id']),
    sender_name: textOf(fields['sender_name']),
    username: textOf(fields['username']),
    response_time_seconds: numberOf(fields['response_time_seconds']),
    attachments: readAttachments(fields),
    issue_id: textOf(fields['issue_id']),
    is_read: fields['is_read'] === true,
    first_seen_at: timeOf(fields['first_seen_at']),
    inbound_no: numberOf(fields['inbound_no']),
    status: wordOf(fields['status'], statuses) ?? (direction === 'INBOUND' ? 'received' : 'sent'),
    failure: readFailure(fields['failure']),
    waits: readWaits(fields['waits']),
    leaves_at: timeOf(fields['leaves_at']),
    client_message_id: textOf(fields['client_message_id']),
    quote: readQuote(fields['quote']),
    forwarded: wordOf(fields['forwarded'], forwardings),
    reactions: listOf(fields['reactions']).flatMap(readReaction),
    edited: readEdited(fields['edited']),
    revoked_at: timeOf(fields['revoked_at']),
    details: readDetails(fields['details']),
  }
}

/** The messages of a history answer: an array, `{messages}`, or any object one level around such a list (API-16). */
export function readHistory(raw: unknown): {
  messages: readonly MessageEntity[]
  has_more: boolean
  has_newer: boolean
} {
  const fields = fieldsOf(raw)
  const values = Object.values(fields)
  const nested = values.map(value => fieldsOf(value)['messages'])
  const list = listOf([raw, fields['messages'], ...nested, ...values].find(Array.isArray))
  return {
    messages: list.map(readMessage).filter(message => message.id !== ''),
    has_more: fields['has_more'] === true,
    has_newer: fields['has_newer'] === true,
  }
}
