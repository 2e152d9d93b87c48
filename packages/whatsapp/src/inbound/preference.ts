import { bareInbound, type InboundMessage, senderOf } from '../inbound-message.ts'
import { itemDigest } from '../item-digest.ts'
import { type Node, nodeOf, secondsOf, textOf } from '../node.ts'
import type { Reading } from '../reading.ts'

const wishes: Readonly<Record<string, boolean>> = { stop: false, resume: true, start: true }

/**
 * Reads one element of `user_preferences` as a notice about the customer. WhatsApp gives it no id, so it gets one of its
 * content: the same again is the same notice.
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
