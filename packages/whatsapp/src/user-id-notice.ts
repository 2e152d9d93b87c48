import { readUserIdUpdate } from './identity-change.ts'
import { bareInbound, type InboundMessage } from './inbound-message.ts'
import { itemDigest } from './item-digest.ts'
import { nodeOf, secondsOf, textOf } from './node.ts'
import type { Reading } from './reading.ts'

/**
 * Reads one element of the field `user_id_update` as the notice that it is. WhatsApp gives it no id, so it gets one of its
 * content: the same again is the same notice.
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
