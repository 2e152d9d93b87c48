import { t } from '../text/translate.ts'
import { contentLabel, isSystem } from '../conversations/thread.ts'
import { cut } from '../text/format.ts'
import { characters, lengthOf } from '../text/length.ts'
import type { MessageEntity, MessageStatus, QuotedEntity, ReactionEntity } from './api.ts'
import { maxTextLength, revokedType } from './constants.ts'
import { type DetailsEntity, type OrderEntity, partsInPlaceOfText } from './details.ts'

/** The longest caption of a picture or document; longer text is sent as a message of its own. */
export const maxCaptionLength = 1024

/** The counter shows when this many characters or fewer are left. */
const counterFrom = 200

/** Types that have no caption at WhatsApp. */
const captionless = (mimeType: string): boolean => mimeType.startsWith('audio/')

export interface PendingFile {
  readonly document_id: string | null
  readonly mime_type: string
}

/** Sending needs non-blank text within the limit, or a file; every file needs its document id. */
export const canSend = (text: string, files: readonly PendingFile[]): boolean =>
  lengthOf(text) <= maxTextLength &&
  (text.trim() !== '' || files.length > 0) &&
  files.every(file => file.document_id !== null)

/** Why a text cannot be sent: one sentence, or null. */
export function textProblem(text: string): string | null {
  const length = lengthOf(text)
  return length > maxTextLength
    ? t('A message has at most {most} characters; this has {length}. Shorten it or send two messages.', {
        most: maxTextLength,
        length,
      })
    : null
}

/** Whether a file can carry this text as its caption. */
export const takesCaption = (mimeType: string, text: string): boolean =>
  !captionless(mimeType) && lengthOf(text) <= maxCaptionLength

/**
 * A hint on a text's length, given the type of the first file (null: none): the few characters left; that it is too long for a
 * message; or that it is sent before its file, since no caption is that long.
 */
export function lengthNote(length: number, firstFile: string | null): string | null {
  const left = maxTextLength - length
  if (left < 0) return t('{characters} too many', { characters: characters(-left) })
  if (firstFile !== null && length > 0 && captionless(firstFile)) return t('Sent before the recording')
  const captionLeft = maxCaptionLength - length
  if (firstFile !== null && captionLeft < 0) return t('Too long for a caption: sent before the file')
  if (firstFile !== null && captionLeft <= counterFrom)
    return t('{captionLeft} left in the caption', { captionLeft: characters(captionLeft) })
  return left <= counterFrom ? t('{left} left', { left: characters(left) }) : null
}

export interface SendPart {
  readonly content: string
  readonly document_id: string | null
}

/**
 * The messages of one press of Send: one for each file, the text with the first. Text that cannot be the first file's caption is
 * sent before it as a message of its own.
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

/** Only a failed or unknown message is retried, and only when a person says so. */
export const canRetry = (status: MessageStatus): boolean => status === 'failed' || status === 'unknown'

/** Whether a message's parts contain all of its text, so that they replace it. */
export const saidInParts = (details: DetailsEntity | null): boolean =>
  Object.entries(details ?? {}).some(
    ([name, part]) => part !== undefined && Object.hasOwn(partsInPlaceOfText, name),
  )

/** A form's field in readable form: "Order number" for `screen_0_orderNumber_1`, the style of form builders. */
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

/** The title of a form's answers: WhatsApp's own forms have names, such as an address. */
export const formTitle = (name: string | null): string =>
  name === null || flowNames.has(name)
    ? t('Filled in a form')
    : t('Answered: {name}', { name: fieldLabel(name) })

/** The name of the file that a form's answer refers to: the file was picked there and arrives with the message. */
export function pickedFileName(answer: object): string | null {
  const { file_name: name, mime_type: type } = answer as Readonly<Record<string, unknown>>
  return typeof name === 'string' && typeof type === 'string' ? name : null
}

/** The total of an order; null if an amount is missing or not a number, or if the currencies differ. */
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

/** "UGX 12,500"; a text amount stays unchanged. */
export function priceLabel(amount: number | string, currency: string | null): string {
  const written = typeof amount === 'number' ? amounts.format(amount) : amount
  return currency === null ? written : `${currency} ${written}`
}

const kindNames: Readonly<Record<string, string>> = {
  image: 'photo',
  document: 'document',
  audio: t('voice message'),
  video: 'video',
  sticker: 'sticker',
}

/** The text for a missing file. */
export const missingWords = (what: string): string =>
  t('WhatsApp could not give us the {kindNames}. Ask the customer to send it again.', {
    kindNames: kindNames[what] ?? 'file',
  })

/** A suggested reply to a message that is not readable. */
export const askAgainWords = t('Could you please send that again as a text or a photo?')

/** The length of a quote above a reply, in characters. */
export const excerptLength = 160

/** The beginning of a text, with an ellipsis if it is cut. */
export const excerptOf = (text: string): string => cut(text, excerptLength)

/** The states in which WhatsApp has the message. `unknown` is not one: WhatsApp may not have it. */
const atWhatsapp: ReadonlySet<MessageStatus> = new Set(['received', 'sent', 'delivered', 'read', 'played'])

/** Whether WhatsApp surely has a message. */
const isAtWhatsapp = (status: MessageStatus): boolean => atWhatsapp.has(status)

/** Whether a reply can quote it: WhatsApp refers to messages by its own ids, which it gives on acceptance. */
export const canQuote = (message: Pick<MessageEntity, 'status' | 'source' | 'sender_id'>): boolean =>
  isAtWhatsapp(message.status) && !isSystem(message)

/** A message as the quote above a reply. */
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

/** The name on a quote. */
export function quotedName({
  source,
  sender_name: name,
}: Pick<QuotedEntity, 'source' | 'sender_name'>): string {
  if (name !== null) return name
  return source === 'AGENT'
    ? t('Agent')
    : source === 'BOT'
      ? t('Bot')
      : source === 'SYSTEM'
        ? 'WhatsApp'
        : t('Customer')
}

/** The text of a quote: the beginning of the message, else the file's name or kind. */
export function quotedWords({ excerpt, message_type, attachment }: QuotedEntity): string {
  if (excerpt === '' && message_type === 'document' && attachment !== null) return attachment.name
  // No text message is written empty: retention removed its text.
  return contentLabel({ content: excerpt, message_type }) || t('No longer kept')
}

/**
 * The next message to quote, one step older or newer than the quoted one; without a quote, the newest. Null: past the newest, or
 * no message can be quoted.
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

/** WhatsApp accepts reactions only to messages younger than this. */
const reactableMs = 30 * 24 * 60 * 60_000

/**
 * Why a message accepts no reaction, for a person; null: it does. `now` null: ignores its age. Source: Cloud API, "Reaction
 * messages".
 */
export function whyNotReactable(
  message: Pick<MessageEntity, 'status' | 'source' | 'sender_id' | 'revoked_at' | 'created_at'>,
  now: Date | null,
): string | null {
  if (isSystem(message)) return t('it is not a message')
  if (message.revoked_at !== null) return t('the customer deleted it')
  if (!isAtWhatsapp(message.status)) return t('WhatsApp does not have it yet')
  const age = now === null ? 0 : now.getTime() - new Date(message.created_at).getTime()
  return age >= reactableMs ? t('it is older than 30 days') : null
}

/** The business's own reaction to a message, as wanted; null for none. */
export const ownReaction = ({ reactions }: Pick<MessageEntity, 'reactions'>): ReactionEntity | null =>
  reactions.find(({ by, state }) => by === 'AGENT' && state !== 'failed') ?? null

/** The name of the author of a reaction. */
export function reactorName(
  reaction: Pick<ReactionEntity, 'by' | 'agent_name'>,
  message: Pick<MessageEntity, 'direction' | 'sender_name'>,
): string {
  switch (reaction.by) {
    case 'CUSTOMER':
      return (message.direction === 'INBOUND' ? message.sender_name : null) ?? t('The customer')
    case 'AGENT':
      return reaction.agent_name ?? t('An agent')
    case 'BOT':
      return t('Bot')
  }
}

/** The customer's newest reaction to these messages; null for none. */
export function newestReaction(messages: readonly MessageEntity[]): ReactionEntity | null {
  let newest: ReactionEntity | null = null
  for (const { reactions } of messages) {
    for (const reaction of reactions) {
      if (reaction.by === 'CUSTOMER' && (newest === null || reaction.at > newest.at)) newest = reaction
    }
  }
  return newest
}
