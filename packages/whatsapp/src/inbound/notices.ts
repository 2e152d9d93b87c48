import type { CallEntity } from '@parley/core/messages/details'
import { readMessageChange } from './fold.ts'
import { bareInbound, type InboundMessage, readMessage, senderOf } from './inbound-message.ts'
import {
  itemDigest,
  type Node,
  nodeOf,
  numberOf,
  type Reading,
  secondsOf,
  textOf,
  writtenOf,
} from './node.ts'
import { readUserIdUpdate } from './identity-change.ts'

const ringing = new Set(['connect', 'ringing'])

/**
 * Reads one element of `calls` as a message to the agent. WhatsApp reports a call several times under one id: ringing and ended.
 */
export function readCall(
  value: unknown,
  contacts: readonly Node[],
  sole: Node | undefined,
): Reading<InboundMessage> {
  const node = nodeOf(value)
  if (!node) return { refused: 'The call is not an object.' }
  const event = textOf(node['event']) ?? ''
  const kept = Object.hasOwn(records, event) ? records[event] : undefined
  if (kept === undefined && !ringing.has(event) && event !== 'terminate') {
    return { ignored: 'It tells of a call that stands in its row.' }
  }
  if (textOf(node['direction']) === 'BUSINESS_INITIATED')
    return { ignored: 'It is a call that the business made.' }
  const id = writtenOf(node['id'])
  if (id === null) return { refused: 'The call has no id.' }
  const sender = senderOf(node, contacts, sole)
  if (sender.from === null && sender.userId === null) return { refused: 'The call names no sender.' }
  if (kept !== undefined) return { read: recordOf(node, `${id}.${event}`, sender, kept) }
  const call = callOf(node, event)
  return {
    read: {
      ...bareInbound,
      ...sender,
      id,
      at: secondsOf(node['start_time']) ?? secondsOf(node['timestamp']),
      type: 'call',
      text: callWords(call),
      details: { call },
    },
  }
}

/** WhatsApp's facts of an ended call. */
const records: Readonly<Record<string, string>> = {
  call_recording_available: 'WhatsApp has a recording of a call with the customer',
  call_transcription_available: 'WhatsApp has a transcript of a call with the customer',
}

const recordOf = (
  node: Node,
  id: string,
  sender: Pick<InboundMessage, 'from' | 'userId' | 'profileName'>,
  text: string,
): InboundMessage => ({
  ...bareInbound,
  ...sender,
  id,
  at: secondsOf(node['timestamp']),
  type: 'system',
  text,
  details: { notice: { kind: 'other', from: null, to: null, said: null } },
})

function callOf(node: Node, event: string): CallEntity {
  const seconds = numberOf(node['duration'])
  if (event !== 'terminate') return { state: 'ringing', seconds: null }
  return seconds !== null && seconds > 0 ? { state: 'taken', seconds } : { state: 'missed', seconds: null }
}

function callWords({ state, seconds }: CallEntity): string {
  if (state === 'ringing') return 'Called on WhatsApp'
  if (seconds === null) return 'Missed call on WhatsApp'
  const minutes = Math.floor(seconds / 60)
  const rest = Math.round(seconds % 60)
  return `Call on WhatsApp, ${minutes}:${String(rest).padStart(2, '0')}`
}

/**
 * Reads one element of `message_echoes`: a message from the business's own phone. `from` and `userId` are the customer who
 * received it.
 */
export function readEcho(
  value: unknown,
  contacts: readonly Node[],
  sole: Node | undefined,
): Reading<InboundMessage> {
  const node = nodeOf(value)
  if (!node) return { refused: 'The echo is not an object.' }
  if (readMessageChange(node) !== null)
    return { ignored: 'It changes a message, on the business’s own phone.' }
  const to = { from: node['to'] ?? node['recipient_id'], from_user_id: node['to_user_id'] }
  const reading = readMessage({ ...node, ...to }, contacts, sole)
  return 'read' in reading ? { read: { ...reading.read, byBusiness: true } } : reading
}

const wishes: Readonly<Record<string, boolean>> = { stop: false, resume: true, start: true }

/**
 * Reads one element of `user_preferences` as a notice about the customer. It has no id, so its content's digest is the id.
 */
export function readPreference(
  value: unknown,
  contacts: readonly Node[],
  sole: Node | undefined,
): Reading<InboundMessage> {
  const node = nodeOf(value)
  if (!node) return { refused: 'The preference is not an object.' }
  const sender = senderOf({ ...node, from: node['wa_id'], from_user_id: node['user_id'] }, contacts, sole)
  if (sender.from === null && sender.userId === null) return { refused: 'The preference names no customer.' }
  const word = textOf(node['value']) ?? ''
  const wanted = Object.hasOwn(wishes, word) ? (wishes[word] ?? null) : null
  const isMarketing = (textOf(node['category']) ?? 'marketing_messages') === 'marketing_messages'
  const said = textOf(node['detail'])
  const details =
    isMarketing && wanted !== null
      ? { preference: { marketing: wanted, said } }
      : { notice: { kind: 'other' as const, from: null, to: null, said } }
  return {
    read: {
      ...bareInbound,
      ...sender,
      id: `user_preferences.${itemDigest(value)}`,
      at: secondsOf(node['timestamp']),
      type: 'system',
      text:
        preferenceWords(isMarketing ? wanted : null) ??
        said ??
        'The customer changed what they want to receive',
      details,
    },
  }
}

function preferenceWords(wanted: boolean | null): string | null {
  if (wanted === null) return null
  return wanted
    ? 'The customer wants marketing messages again'
    : 'The customer does not want marketing messages any more'
}

/**
 * Reads one element of `user_id_update` as a notice. It has no id, so its content's digest is the id.
 */
export function readUserIdNotice(value: unknown): Reading<InboundMessage> {
  const node = nodeOf(value)
  const changed = node && readUserIdUpdate(node)
  if (!node || !changed) return { refused: 'The update of a user id does not name the new one.' }
  return {
    read: {
      ...bareInbound,
      id: `user_id_update.${itemDigest(value)}`,
      ...changed,
      profileName: null,
      at: secondsOf(node['timestamp']),
      type: 'system',
      text: 'WhatsApp gave the customer a new user id',
      details: { notice: { kind: 'id-changed', from: null, to: null, said: textOf(node['detail']) } },
    },
  }
}
