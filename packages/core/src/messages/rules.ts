import { contentLabel, isSystem } from '../conversations/thread.ts'
import { cut } from '../text/format.ts'
import { characters, lengthOf } from '../text/length.ts'
import type { MessageEntity, MessageStatus, QuotedEntity, ReactionEntity } from './api.ts'
import { maxTextLength, revokedType } from './constants.ts'
import type { DetailsEntity, OrderEntity } from './details.ts'

/** A caption under a picture or document; longer text goes as a message of its own. */
export const maxCaptionLength = 1024

/** The counter shows when this many characters or fewer are left. */
const counterFrom = 200

/** Kinds that take no caption at WhatsApp. */
const captionless = (mimeType: string): boolean => mimeType.startsWith('audio/')

export interface PendingFile {
  readonly document_id: string | null
  readonly mime_type: string
}

/** Sending needs text that is not blank, or a file; and every file needs its document id. */
export const canSend = (text: string, files: readonly PendingFile[]): boolean =>
  lengthOf(text) <= maxTextLength &&
  (text.trim() !== '' || files.length > 0) &&
  files.every(file => file.document_id !== null)

/** Why text may not be sent: one sentence, or null. */
export function textProblem(text: string): string | null {
  const length = lengthOf(text)
  return length > maxTextLength
    ? `A message has at most ${maxTextLength} characters; this has ${length}. Shorten it or send two messages.`
    : null
}

/** Whether a file can carry this text as its caption. */
export const takesCaption = (mimeType: string, text: string): boolean =>
  !captionless(mimeType) && lengthOf(text) <= maxCaptionLength

/**
 * What to know of a text's length, the first file given by its type (null: none): the characters left, once these are few;
 * that it is too long for a message; or that it goes before its file, since no caption is that long.
 */
export function lengthNote(length: number, firstFile: string | null): string | null {
  const left = maxTextLength - length
  if (left < 0) return `${characters(-left)} too many`
  if (firstFile !== null && length > 0 && captionless(firstFile)) return 'Goes before the recording'
  const captionLeft = maxCaptionLength - length
  if (firstFile !== null && captionLeft < 0) return 'Too long for a caption: goes before the file'
  if (firstFile !== null && captionLeft <= counterFrom)
    return `${characters(captionLeft)} left in the caption`
  return left <= counterFrom ? `${characters(left)} left` : null
}

export interface SendPart {
  readonly content: string
  readonly document_id: string | null
}

/**
 * What one press of Send becomes: one send for each file, the text with the first. Text that the first file cannot carry
 * as a caption goes before it as a message of its own.
 */
export function sendParts(text: string, files: readonly PendingFile[]): readonly SendPart[] {
  const content = text.trim() === '' ? '' : text
  const [first, ...rest] = files
  if (first === undefined) return content === '' ? [] : [{ content, document_id: null }]
  const others = rest.map(file => ({ content: '', document_id: file.document_id }))
  if (content === '' || takesCaption(first.mime_type, content)) {
    return [{ content, document_id: first.document_id }, ...others]
  }
  return [{ content, document_id: null }, { content: '', document_id: first.document_id }, ...others]
}

/** Only what failed, or whose fate is not known, is tried again; and only when a person says so. */
export const canRetry = (status: MessageStatus): boolean => status === 'failed' || status === 'unknown'

/** Whether a message's parts say all that its line of words says, so that they stand in its stead. */
export const saidInParts = (details: DetailsEntity | null): boolean =>
  details !== null &&
  [
    details.location,
    details.contacts,
    details.choice,
    details.form,
    details.order,
    details.call,
    details.template,
  ].some(part => part !== undefined)

/**
 * A form's field as a person would write it: "Order number" for `screen_0_orderNumber_1`, which is how builders of forms
 * name fields.
 */
export function fieldLabel(name: string): string {
  const inner = name.replace(/^screen_\d+_/i, '')
  const bare = inner === name ? name : inner.replace(/_\d+$/, '')
  const words = bare
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  if (words === '') return name
  const spoken = /[A-Z]{2}/.test(words) ? words : words.toLowerCase()
  return `${spoken.slice(0, 1).toUpperCase()}${spoken.slice(1)}`
}

/** Forms that the business made. */
const flowNames: ReadonlySet<string> = new Set(['flow', 'galaxy_message'])

/** What stands over a form's answers: WhatsApp's own forms have names of their own, such as an address. */
export const formTitle = (name: string | null): string =>
  name === null || flowNames.has(name) ? 'Filled in a form' : `Answered: ${fieldLabel(name)}`

/** The name of a file that an answer of a form stands for: it was picked there and comes as a file of the message. */
export function pickedFileName(answer: object): string | null {
  const { file_name: name, mime_type: type } = answer as Readonly<Record<string, unknown>>
  return typeof name === 'string' && typeof type === 'string' ? name : null
}

/** What an order costs; null where an amount is missing or no number, or where the currencies differ. */
export function orderTotal({ items }: OrderEntity): { amount: number; currency: string | null } | null {
  const [first] = items
  if (first === undefined) return null
  let amount = 0
  for (const { price, quantity, currency } of items) {
    if (typeof price !== 'number' || typeof quantity !== 'number' || currency !== first.currency) return null
    amount += price * quantity
  }
  return { amount, currency: first.currency }
}

const amounts = new Intl.NumberFormat('en-UG', { maximumFractionDigits: 2 })

/** "UGX 12,500"; words stay as they came. */
export function priceLabel(amount: number | string, currency: string | null): string {
  const written = typeof amount === 'number' ? amounts.format(amount) : amount
  return currency === null ? written : `${currency} ${written}`
}

const kindNames: Readonly<Record<string, string>> = {
  image: 'photo',
  document: 'document',
  audio: 'voice message',
  video: 'video',
  sticker: 'sticker',
}

/** What is to be said of a file that should be there. */
export const missingWords = (what: string): string =>
  `WhatsApp announced a ${kindNames[what] ?? 'file'} and did not say where it is. Ask the customer to send it again.`

/** What an agent may ask where nothing readable came. */
export const askAgainWords = 'Could you please send that again as a text or a photo?'

/** Characters of a quoted text that stand above the answer. */
export const excerptLength = 160

/** The beginning of a text, marked where it is cut. */
export const excerptOf = (text: string): string => cut(text, excerptLength)

/** WhatsApp has these; whether it has one whose fate is unknown, nobody knows. */
const atWhatsapp: ReadonlySet<MessageStatus> = new Set(['received', 'sent', 'delivered', 'read', 'played'])

/** Whether WhatsApp surely has a message. */
export const isAtWhatsapp = (status: MessageStatus): boolean => atWhatsapp.has(status)

/** Whether an answer can quote it: WhatsApp knows messages by ids of its own, which it gives once it has them. */
export const canQuote = (message: Pick<MessageEntity, 'status' | 'source' | 'sender_id'>): boolean =>
  isAtWhatsapp(message.status) && !isSystem(message)

/** A message as it stands above one that answers it. */
export function quotedOf(message: MessageEntity): QuotedEntity {
  const isRevoked = message.revoked_at !== null
  return {
    id: message.id,
    created_at: message.created_at,
    direction: message.direction,
    message_type: isRevoked ? revokedType : message.message_type,
    source: message.source,
    sender_name: message.sender_name,
    excerpt: isRevoked ? '' : excerptOf(message.content),
    attachment: isRevoked ? null : (message.attachments[0] ?? null),
  }
}

/** Whom a quote names. */
export function quotedName({
  source,
  sender_name: name,
}: Pick<QuotedEntity, 'source' | 'sender_name'>): string {
  if (name !== null) return name
  return source === 'AGENT'
    ? 'Agent'
    : source === 'BOT'
      ? 'Bot'
      : source === 'SYSTEM'
        ? 'WhatsApp'
        : 'Customer'
}

/** What a quote says: the beginning of the words, else the file's name or kind. */
export function quotedWords({ excerpt, message_type, attachment }: QuotedEntity): string {
  if (excerpt === '' && message_type === 'document' && attachment !== null) return attachment.name
  // Nobody writes a text without words: retention took them.
  return contentLabel({ content: excerpt, message_type }) || 'No longer kept'
}

/**
 * The message to quote next, a step back or on from the one that is quoted; from none the newest. Null: behind the newest,
 * or nothing can be quoted.
 */
export function quotedBeside(
  messages: readonly MessageEntity[],
  quotedId: string | null,
  step: 'older' | 'newer',
): MessageEntity | null {
  const quotable = messages.filter(canQuote)
  const at = quotedId === null ? quotable.length : quotable.findIndex(({ id }) => id === quotedId)
  const next = step === 'older' ? Math.max(0, (at === -1 ? quotable.length : at) - 1) : at + 1
  return quotable[next] ?? null
}

/** WhatsApp takes signs on messages that are younger than this. */
const reactableMs = 30 * 24 * 60 * 60_000

/** Why no sign can be put on a message, for a person; null: one can. `now` null: whatever its age. Source: Cloud API, "Reaction messages". */
export function whyNotReactable(
  message: Pick<MessageEntity, 'status' | 'source' | 'sender_id' | 'revoked_at' | 'created_at'>,
  now: Date | null,
): string | null {
  if (isSystem(message)) return 'it is no message'
  if (message.revoked_at !== null) return 'the customer deleted it'
  if (!isAtWhatsapp(message.status)) return 'WhatsApp does not have it yet'
  const age = now === null ? 0 : now.getTime() - new Date(message.created_at).getTime()
  return age >= reactableMs ? 'it is older than 30 days' : null
}

/** The business's own sign on a message, as it is wanted; null for none. */
export const ownReaction = ({ reactions }: Pick<MessageEntity, 'reactions'>): ReactionEntity | null =>
  reactions.find(({ by, state }) => by === 'AGENT' && state !== 'failed') ?? null

/** Who put a sign on a message. */
export function reactorName(
  reaction: Pick<ReactionEntity, 'by' | 'agent_name'>,
  message: Pick<MessageEntity, 'direction' | 'sender_name'>,
): string {
  switch (reaction.by) {
    case 'CUSTOMER':
      return (message.direction === 'INBOUND' ? message.sender_name : null) ?? 'The customer'
    case 'AGENT':
      return reaction.agent_name ?? 'An agent'
    case 'BOT':
      return 'Bot'
  }
}

/** The newest of the customer's signs on these messages; null for none. */
export function newestReaction(messages: readonly MessageEntity[]): ReactionEntity | null {
  let newest: ReactionEntity | null = null
  for (const { reactions } of messages) {
    for (const reaction of reactions) {
      if (reaction.by === 'CUSTOMER' && (newest === null || reaction.at > newest.at)) newest = reaction
    }
  }
  return newest
}
