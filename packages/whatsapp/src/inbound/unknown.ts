import { type Node, nodeOf } from '../node.ts'
import type { Content } from './details.ts'
import { isTooDeep } from './too-deep.ts'

/** Characters of what came that are kept. */
const longest = 8_000

/** Who, when and in answer to what: that is read of every message. */
const envelope = new Set([
  'context',
  'errors',
  'from',
  'from_user_id',
  'from_parent_user_id',
  'id',
  'referral',
  'timestamp',
  'type',
])

/** A message of a kind that nobody has taught us: what came is kept to be looked at. */
export function readUnknown(type: string, message: Node): Content {
  const rest = Object.fromEntries(Object.entries(message).filter(([name]) => !envelope.has(name)))
  const json = isTooDeep(rest) ? '{}' : JSON.stringify(rest, null, 2)
  const cut = json.length > longest
  const raw = cut ? json.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : json
  return {
    text: `Sent a message of a kind that Parley does not know (${nameOfKind(type, message)})`,
    details: { unknown: { type: nameOfKind(type, message), raw, cut } },
  }
}

/** An interactive message says more closely what it is. */
function nameOfKind(type: string, message: Node): string {
  const closer = nodeOf(message[type])?.['type']
  return (type === 'interactive' && typeof closer === 'string' ? `interactive ${closer}` : type)
    .replaceAll('\u0000', '')
    .slice(0, 60)
}
