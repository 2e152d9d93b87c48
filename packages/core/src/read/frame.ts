import type { SocketEvent, LiveEvent, NotificationEvent } from '../sockets/api.ts'
import { channelProblems } from '../channel/constants.ts'
import { type ConversationRow, conversationRows } from '../ids.ts'
import { fieldsOf, listOf, numberOf } from './value.ts'

const ofRow = ['id', 'conversation_id'] as const
const ofRows = Object.fromEntries(conversationRows.map(noun => [noun, ofRow]))

/** The ids that an event's data must have, to say which entity it concerns; the entity's own reader reads the rest. */
const named: Readonly<Record<LiveEvent['event'], readonly string[]>> = {
  ...(ofRows as Record<ConversationRow, typeof ofRow>),
  new_message: ofRow,
  message: ofRow,
  conversation: ['id'],
  sight: ['conversation_id'],
  application: [...ofRow, 'kind'],
  'customer-note': ofRow,
  assignment: ofRow,
  read: ['conversation_id'],
  draft: ['conversation_id'],
  agent: ['id'],
  notification: ['id'],
  templates: [],
  bot: [],
  'canned-replies': [],
  'saved-views': [],
}

/**
 * An event of the agent socket, or null for one that this page does not know: a newer server may send more. The data stays raw;
 * each entity has its own reader, which accepts any JSON.
 */
export function readSocketEvent(raw: unknown): SocketEvent | null {
  const fields = fieldsOf(raw)
  const { event } = fields
  if (event === 'presence') return isPresence(fieldsOf(fields['data'])) ? (raw as SocketEvent) : null
  if (event === 'channel') return isChannel(fieldsOf(fields['data'])) ? (raw as SocketEvent) : null
  if (typeof event !== 'string' || !isNumber(fields['seq'])) return null
  if (event === 'pong') return raw as SocketEvent
  if (event === 'ready' || event === 'resync')
    return typeof fields['log'] === 'string' ? (raw as SocketEvent) : null
  const data = fieldsOf(fields['data'])
  if (!isChange(event) || named[event].some(name => typeof data[name] !== 'string')) return null
  if (event === 'read' && !isNumber(data['seen_no'])) return null
  return event === 'sight' && !isSight(data) ? null : (raw as SocketEvent)
}

/** Only an exact null removes the conversation; no other value may. */
const isSight = ({ conversation }: Readonly<Record<string, unknown>>): boolean =>
  conversation === null || typeof fieldsOf(conversation)['id'] === 'string'

const isChange = (event: string): event is LiveEvent['event'] => Object.hasOwn(named, event)

type OwnEvent = Extract<NotificationEvent, { event: string }>['event']

/** The event name of a control event of the notification socket, which is not a notification; null for anything else. */
export function notificationEventOf(raw: unknown): OwnEvent | null {
  const { event, seq } = fieldsOf(raw)
  return isNumber(seq) && (event === 'ready' || event === 'pong' || event === 'resync') ? event : null
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && numberOf(value) !== null

/** A newer server may report problems that this page has no text for. */
const isChannel = ({ problems }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(problems) &&
  listOf(problems).every(problem => {
    const { kind, number, since, count, said } = fieldsOf(problem)
    return (
      channelProblems.some(known => known === kind) &&
      (number === null || typeof number === 'string') &&
      (since === null || typeof since === 'string') &&
      (count === null || isNumber(count)) &&
      (said === null || typeof said === 'string')
    )
  })

const isPresence = ({ conversation_id, viewers }: Readonly<Record<string, unknown>>): boolean =>
  typeof conversation_id === 'string' &&
  Array.isArray(viewers) &&
  listOf(viewers).every(viewer => {
    const { agent_id, agent_name, typing } = fieldsOf(viewer)
    return typeof agent_id === 'string' && typeof agent_name === 'string' && typeof typing === 'boolean'
  })
