import { bareInbound, type InboundMessage, senderOf } from '../inbound-message.ts'
import { type Node, nodeOf, numberOf, secondsOf, textOf, writtenOf } from '../node.ts'
import type { Reading } from '../reading.ts'
import type { CallDetails } from './details.ts'

const ringing = new Set(['connect', 'ringing'])

/**
 * Reads one element of `calls` as the message that it is to an agent: the customer rang. WhatsApp tells of one call several
 * times, under one id: that it rings, and that it is over.
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

/** What WhatsApp has of a call that is over. */
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

function callOf(node: Node, event: string): CallDetails {
  const seconds = numberOf(node['duration'])
  if (event !== 'terminate') return { state: 'ringing', seconds: null }
  return seconds !== null && seconds > 0 ? { state: 'taken', seconds } : { state: 'missed', seconds: null }
}

function callWords({ state, seconds }: CallDetails): string {
  if (state === 'ringing') return 'Called on WhatsApp'
  if (seconds === null) return 'Missed call on WhatsApp'
  const minutes = Math.floor(seconds / 60)
  const rest = Math.round(seconds % 60)
  return `Call on WhatsApp, ${minutes}:${String(rest).padStart(2, '0')}`
}
