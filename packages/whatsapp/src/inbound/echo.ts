import { readFold } from '../fold.ts'
import { type InboundMessage, readMessage } from '../inbound-message.ts'
import { type Node, nodeOf } from '../node.ts'
import type { Reading } from '../reading.ts'

/**
 * Reads one element of `message_echoes`: what somebody wrote to a customer on the business's own phone. It is read as a
 * message of which `from` and `userId` are the customer who got it.
 */
export function readEcho(
  value: unknown,
  contacts: readonly Node[],
  sole: Node | undefined,
): Reading<InboundMessage> {
  const node = nodeOf(value)
  if (!node) return { refused: 'The echo is not an object.' }
  if (readFold(node) !== null) return { ignored: 'It changes a message, on the business’s own phone.' }
  const to = { from: node['to'] ?? node['recipient_id'], from_user_id: node['to_user_id'] }
  const reading = readMessage({ ...node, ...to }, contacts, sole)
  return 'read' in reading ? { read: { ...reading.read, byBusiness: true } } : reading
}
