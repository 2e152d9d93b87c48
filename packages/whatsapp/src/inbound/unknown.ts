import { type Node, nodeOf, textOf } from '../node.ts'
import type { Content } from './details.ts'
import { lines } from './lines.ts'
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

/** What a message says of its own, by name. */
export const ownParts = (message: Node): readonly (readonly [string, unknown])[] =>
  Object.entries(message).filter(([name]) => !envelope.has(name))

/** A message of a kind that nobody has taught us: what came is kept to be looked at. */
export function readUnknown(type: string, message: Node): Content {
  const rest = Object.fromEntries(ownParts(message))
  const json = isTooDeep(rest) ? '{}' : JSON.stringify(rest, null, 2)
  const cut = json.length > longest
  const raw = cut ? json.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : json
  const what = `Sent a message of a kind that Parley does not know (${nameOfKind(type, message)})`
  return {
    text: lines([wordsIn(nodeOf(message[type])), what]),
    details: { unknown: { type: nameOfKind(type, message), raw, cut } },
  }
}

/** Where Meta writes what a person reads. */
const worded = ['title', 'name', 'question', 'body', 'text', 'caption', 'description']

const wordsIn = (node: Node | null): string | null =>
  lines(worded.map(name => textOf(node?.[name]) ?? textOf(nodeOf(node?.[name])?.['text'])))

/** An interactive message says more closely what it is. */
function nameOfKind(type: string, message: Node): string {
  const closer = nodeOf(message[type])?.['type']
  return (type === 'interactive' && typeof closer === 'string' ? `interactive ${closer}` : type)
    .replaceAll('\u0000', '')
    .slice(0, 60)
}
