import { bareType } from '@parley/core/attachments/rules'
import type { BusinessNumber } from './business.ts'
import type { Change } from './control/input.ts'
import type { Failure } from './errors.ts'
import { digitsOf, type Phone, type PhoneMessage, type WebhookField } from './phone.ts'

/** The webhook for a customer's new message, or for another event of the phone. */
export function messageWebhook(phone: Phone, message: PhoneMessage): object {
  const { business, field, id, at } = message
  const element = {
    ...partiesOf(business, phone, field),
    id,
    timestamp: seconds(at),
    ...contextOf(phone, message),
    ...(message.raw ?? { type: message.type, ...contentOf(message) }),
  }
  return envelope(business, { contacts: [contactOf(phone)], [listOf[field]]: [element] }, field)
}

/** The webhook for a customer's change of an existing message. */
export function changeWebhook(
  phone: Phone,
  target: PhoneMessage,
  { id, at, change }: { id: string; at: Date; change: Change },
): object {
  const { business } = target
  const element = {
    ...partiesOf(business, phone, 'messages'),
    id,
    timestamp: seconds(at),
    type: change.type,
    [change.type]: nodeOf(target, change),
  }
  return envelope(business, { contacts: [contactOf(phone)], messages: [element] }, 'messages')
}

function nodeOf(target: PhoneMessage, change: Change): object {
  switch (change.type) {
    case 'reaction':
      return { message_id: target.id, ...(change.emoji !== null && { emoji: change.emoji }) }
    case 'edit': {
      const message = { type: target.type, ...contentOf({ ...target, text: change.text }) }
      return { original_message_id: target.id, message }
    }
    case 'revoke':
      return { original_message_id: target.id }
  }
}

/** The key of a field's elements. */
const listOf: Readonly<Record<WebhookField, string>> = {
  messages: 'messages',
  calls: 'calls',
  user_preferences: 'user_preferences',
  smb_message_echoes: 'message_echoes',
}

function partiesOf(business: BusinessNumber, phone: Phone, field: WebhookField): object {
  const number = digitsOf(phone.number)
  if (field === 'user_preferences') return { wa_id: number, user_id: phone.userId }
  if (field === 'smb_message_echoes') return { from: business.displayPhoneNumber, to: number }
  return { from: number, from_user_id: phone.userId }
}

/** Meta names the price with these statuses. */
const priced: ReadonlySet<string> = new Set(['sent', 'delivered'])
/** The price of an answer within 24 hours. */
const answerInTime = {
  billable: false,
  pricing_model: 'PMP',
  type: 'free_customer_service',
  category: 'service',
}

/** The webhook for the status of a business's message. */
export function statusWebhook(
  phone: Phone,
  message: PhoneMessage,
  { status, at, error }: { status: string; at: Date; error?: Failure },
): object {
  return envelope(message.business, {
    statuses: [
      {
        id: message.id,
        status,
        timestamp: seconds(at),
        recipient_id: digitsOf(phone.number),
        recipient_user_id: phone.userId,
        ...(message.opaque !== null && { biz_opaque_callback_data: message.opaque }),
        ...(priced.has(status) && { pricing: answerInTime }),
        ...(error && { errors: [errorOf(error)] }),
      },
    ],
  })
}

const errorOf = ({ code, title, details }: Failure): object => ({
  code,
  title,
  message: title,
  error_data: { details },
})

/**
 * The bytes of a webhook as Meta writes them: everything outside ASCII, and slashes, escaped. A server that checks the
 * signature over anything but these bytes fails at the first accent.
 */
export function encodeWebhook(body: object): Buffer {
  const escaped = JSON.stringify(body)
    .replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')
  return Buffer.from(escaped, 'ascii')
}

function envelope(
  { account, id, displayPhoneNumber }: BusinessNumber,
  content: object,
  field: WebhookField = 'messages',
): object {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: displayPhoneNumber, phone_number_id: id },
    ...content,
  }
  return accountWebhook(account.id, { field, value })
}

/** A webhook of one change; `at` is given for changes of the account itself. */
export function accountWebhook(id: string, change: { field: string; value: object }, at?: Date): object {
  const time = at && Math.floor(at.getTime() / 1000)
  return {
    object: 'whatsapp_business_account',
    entry: [{ id, ...(time !== undefined && { time }), changes: [change] }],
  }
}

function contactOf(phone: Phone): object {
  return {
    ...(phone.name !== null && { profile: { name: phone.name } }),
    wa_id: digitsOf(phone.number),
    user_id: phone.userId,
  }
}

function contextOf(phone: Phone, { business, replyTo, forwarded }: PhoneMessage): object {
  if (replyTo === null && forwarded === null) return {}
  const quoted = phone.messages.find(({ id }) => id === replyTo)
  const from = quoted?.direction === 'INBOUND' ? digitsOf(phone.number) : business.displayPhoneNumber
  return {
    context: {
      ...(replyTo !== null && { from, id: replyTo }),
      ...(forwarded !== null && { [forwarded]: true }),
    },
  }
}

function contentOf({ text, media, type, choiceKind, chosen }: PhoneMessage): object {
  if (media) {
    return {
      [type]: {
        id: media.id,
        mime_type: media.mimeType,
        sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
        ...(media.kind === 'document' && media.filename !== null && { filename: media.filename }),
        ...(media.kind === 'audio' && { voice: bareType(media.mimeType) === 'audio/ogg' }),
        ...(text !== null && { caption: text }),
      },
    }
  }
  if (choiceKind === 'template') return { button: { payload: text, text } }
  if (choiceKind !== null) {
    const kind = `${choiceKind}_reply`
    return { interactive: { type: kind, [kind]: { id: chosen, title: text } } }
  }
  return { text: { body: text } }
}

function seconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}
