import type { DetailsEntity } from '@parley/core/messages/details'
import { contentTypes } from './content.ts'
import { type IdentityChange, readIdentityChange } from './identity-change.ts'
import { filesOfForm, type InboundMedia, mediaTypes, readMedia } from './inbound-media.ts'
import {
  listOf,
  type Node,
  nodeOf,
  numberOf,
  phoneDigitsOf,
  type Reading,
  secondsOf,
  textOf,
  writtenOf,
} from './node.ts'
import { readContent } from './read-content.ts'

/** A customer's message. At least one of `from`, `userId` and `change` is set. */
export type InboundMessage = {
  /** Meta's id (wamid): opaque, and personal data, since it may encode the number. */
  id: string
  /** The customer's number in digits without `+`; null: the customer shows only a user name. */
  from: string | null
  /** The business-scoped user id, complete and unchanged. */
  userId: string | null
  profileName: string | null
  /** When the customer wrote, to the second; null: no readable time. */
  at: Date | null
  /** Meta's type as given (`text`, `image`, `reaction`, …); unknown types are accepted, with their content in `details`. */
  type: string
  /** The text for the agent: body, caption, chosen title, or a description; null: a file without a caption. */
  text: string | null
  /** Structured content beside the text; null: none. */
  details: DetailsEntity | null
  media: InboundMedia | null
  /** Files that the customer picked in a form. */
  formFiles: readonly InboundMedia[]
  /** The wamid of the quoted message. */
  contextId: string | null
  /** Forwarded from another chat; `frequently_forwarded`: through more than five chats. */
  forwarded: 'forwarded' | 'frequently_forwarded' | null
  /** Meta's code for content that it could not deliver. 131051: it never comes; 131060: it may follow. */
  unsupportedCode: number | null
  /** The sender's new addresses; `from` and `userId` are the old ones. */
  change: IdentityChange | null
  /** Written on the business's own phone: `from` and `userId` are the customer who received it. */
  byBusiness: boolean
}

/** The defaults of most messages. */
export const bareInbound = {
  text: null,
  details: null,
  media: null,
  formFiles: [],
  contextId: null,
  forwarded: null,
  unsupportedCode: null,
  change: null,
  byBusiness: false,
} as const satisfies Partial<InboundMessage>

/** The type of a message that names none: the first of these whose field the message has. */
const typesByField = ['text', ...mediaTypes, ...contentTypes, 'system']

/**
 * Reads one element of `messages`; `contacts` are those of the same value, in any order. `sole` is the only contact beside the
 * only message. It is the sender even if the two spell the number differently, or if the message names no sender.
 */
export function readMessage(
  value: unknown,
  contacts: readonly Node[],
  sole: Node | undefined,
): Reading<InboundMessage> {
  const node = nodeOf(value)
  if (!node) return { refused: 'The message is not an object.' }
  const id = writtenOf(node['id'])
  if (id === null) return { refused: 'The message has no id.' }
  const type = textOf(node['type']) ?? typesByField.find(name => node[name] != null) ?? 'unknown'
  if (textOf(node['group_id']) !== null) return { ignored: 'It was written in a group.' }
  const changed = type === 'system' ? readIdentityChange(node) : null
  const sender = changed === null ? senderOf(node, contacts, sole) : { ...changed, profileName: null }
  if (changed === null && sender.from === null && sender.userId === null) {
    if (type === 'system') return { ignored: 'The notice names no sender.' }
    return { refused: 'The message names no sender.' }
  }
  const media = readMedia(type, node)
  const { text, details } = readContent(type, node, media, sender.from)
  const context = nodeOf(node['context'])
  return {
    read: {
      id,
      from: sender.from,
      userId: sender.userId,
      profileName: sender.profileName,
      at: secondsOf(node['timestamp']),
      type,
      text,
      details: Object.keys(details).length === 0 ? null : details,
      media: media === 'malformed' ? null : media,
      formFiles: details.form === undefined ? [] : filesOfForm(details.form),
      contextId: textOf(context?.['id']),
      forwarded:
        context?.['frequently_forwarded'] === true
          ? 'frequently_forwarded'
          : context?.['forwarded'] === true
            ? 'forwarded'
            : null,
      unsupportedCode: numberOf(nodeOf(listOf(node['errors'])[0])?.['code']),
      change: changed?.change ?? null,
      byBusiness: false,
    },
  }
}

/** Contacts belong to a message by id, never by their index: Meta promises no order. */
export function senderOf(
  node: Node,
  contacts: readonly Node[],
  sole: Node | undefined,
): Pick<InboundMessage, 'from' | 'userId' | 'profileName'> {
  const from = phoneDigitsOf(node['from'])
  const fromUserId = textOf(node['from_user_id'])
  const named = contacts.find(
    candidate =>
      (fromUserId !== null && candidate['user_id'] === fromUserId) ||
      (from !== null && phoneDigitsOf(candidate['wa_id']) === from),
  )
  const contact = named ?? sole
  const number = from ?? phoneDigitsOf(contact?.['wa_id'])
  const userId = fromUserId ?? textOf(contact?.['user_id'])
  return {
    from: number,
    userId: number === null && userId === null ? opaqueOf(node['from'] ?? contact?.['wa_id']) : userId,
    profileName: textOf(nodeOf(contact?.['profile'])?.['name']),
  }
}

/** An invalid number still identifies the same sender. */
function opaqueOf(value: unknown): string | null {
  const name = writtenOf(value)?.trim() ?? ''
  return name !== '' && name.length <= 150 ? name : null
}

/** All files of a message, its own first. */
export const filesOf = ({ media, formFiles }: Pick<InboundMessage, 'media' | 'formFiles'>) =>
  media === null ? formFiles : [media, ...formFiles]
