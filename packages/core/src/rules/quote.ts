import type { MessageEntity, MessageStatus, QuotedEntity } from '../api/messages.ts'
import { revokedType } from '../words/messages.ts'
import { cut } from './format.ts'
import { contentLabel, isSystem } from './thread.ts'

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
