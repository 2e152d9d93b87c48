import { listOf, type Node, nodeOf, numberOf, textOf } from '../node.ts'
import type { UnsupportedDetails } from './details.ts'
import { ownParts } from './unknown.ts'

/** What stands in its stead may come later under the same id. */
const withheld = 131060

/** Meta's names of what it does not pass on. */
const kinds: Readonly<Record<string, string>> = {
  button: 'buttons',
  edit: 'a change to a message',
  ephemeral: 'a disappearing message',
  gif: 'a GIF',
  group_invite: 'an invitation to a group',
  hsm: 'a message made from a template',
  keep_in_chat: 'a message to be kept in the chat',
  link_preview: 'a link with a preview',
  list: 'a list to choose from',
  media_placeholder: 'a file that had not arrived',
  pin: 'a pinned message',
  poll_creation: 'a poll',
  poll_update: 'a vote in a poll',
  view_once: 'a photo, video or voice message to be seen once',
}

/** Some of them come as the type itself, without any content, as `unknown` does. */
const isWithheldType = (type: string, message: Node): boolean =>
  (type === 'unknown' || Object.hasOwn(kinds, type)) &&
  ownParts(message).every(([, part]) => (part ?? null) === null)

/** What WhatsApp says of a message that it did not hand over, or not whole; null where it says nothing of the sort. */
export function readUnsupported(type: string, message: Node): UnsupportedDetails | null {
  const error = nodeOf(listOf(message['errors'])[0])
  const isType = isWithheldType(type, message)
  if (type !== 'unsupported' && error === null && !isType) return null
  return {
    kind: textOf(nodeOf(message['unsupported'])?.['type']) ?? (isType ? type : null),
    code: numberOf(error?.['code']),
    title: textOf(error?.['title']) ?? textOf(error?.['message']),
    details: textOf(nodeOf(error?.['error_data'])?.['details']) ?? textOf(error?.['details']),
  }
}

/** One sentence. */
export function unsupportedWords({ kind, code }: UnsupportedDetails): string {
  if (code === withheld) return 'Sent a message that WhatsApp has not handed over yet'
  const what = kind === null || kind === 'unknown' ? null : Object.hasOwn(kinds, kind) ? kinds[kind] : null
  if (what) return `Sent ${what}, which WhatsApp does not pass on`
  const named = kind === null || kind === 'unknown' ? '' : ` (${kind.slice(0, 40)})`
  return `Sent something that WhatsApp does not pass on${named}`
}
