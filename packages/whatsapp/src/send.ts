import type { SendableKind } from '@parley/core/attachments/rules'

/** The recipient: a number in digits, or a business-scoped user id for customers without one. */
export type Recipient = { phone: string } | { userId: string }

/** The body of `POST /{phone number id}/messages`. */
export type SendBody = Readonly<Record<string, unknown>>

/** `opaque` comes back with every status, at most 512 characters: it names our attempt before Meta's id is known. */
type Envelope = { to: Recipient; opaque: string; replyTo?: string }

/** A text of 1 to 4,096 characters. Links show a preview only on request. */
export function textMessage(message: Envelope & { text: string; preview?: boolean }): SendBody {
  return {
    ...envelope(message),
    type: 'text',
    text: { body: message.text, preview_url: message.preview ?? false },
  }
}

/** A file that was uploaded before. Captions belong to image, video and document; a file name to document alone; `voice` to audio. */
export function mediaMessage(
  message: Envelope & {
    media: { kind: SendableKind; id: string; caption?: string; filename?: string; voice?: boolean }
  },
): SendBody {
  const { kind, id, caption, filename, voice = false } = message.media
  return {
    ...envelope(message),
    type: kind,
    [kind]: {
      id,
      ...(caption !== undefined && kind !== 'audio' && { caption }),
      ...(filename !== undefined && kind === 'document' && { filename }),
      ...(voice && kind === 'audio' && { voice }),
    },
  }
}

/** No message: marks one of the customer's and all before it as read, and shows that a reply is being written. */
export const writingNotice = (wamid: string): SendBody => ({
  messaging_product: 'whatsapp',
  status: 'read',
  message_id: wamid,
  typing_indicator: { type: 'text' },
})

/** A reaction to a message of the chat; an empty `emoji` removes ours. */
export function reactionMessage(
  message: Omit<Envelope, 'replyTo'> & { target: string; emoji: string },
): SendBody {
  return {
    ...envelope(message),
    type: 'reaction',
    reaction: { message_id: message.target, emoji: message.emoji },
  }
}

/** The choices below a text; the customer's reply returns the id of the choice. */
export type Question =
  | { kind: 'buttons'; buttons: readonly { id: string; title: string }[] }
  | {
      kind: 'list'
      button: string
      rows: readonly { id: string; title: string; description: string | null }[]
    }
  | { kind: 'location' }

/** A text with choices below it. */
export const questionMessage = (message: Envelope & { text: string; question: Question }): SendBody => ({
  ...envelope(message),
  type: 'interactive',
  interactive: { ...questionParts(message.question), body: { text: message.text } },
})

function questionParts(question: Question): object {
  switch (question.kind) {
    case 'location':
      return { type: 'location_request_message', action: { name: 'send_location' } }
    case 'buttons':
      return {
        type: 'button',
        action: { buttons: question.buttons.map(reply => ({ type: 'reply', reply })) },
      }
    case 'list': {
      const rows = question.rows.map(({ description, ...row }) => ({
        ...row,
        ...(description !== null && { description }),
      }))
      return { type: 'list', action: { button: question.button, sections: [{ rows }] } }
    }
  }
}

/** A contact card. `waId`: the number at WhatsApp, in digits. */
export type Card = {
  name: string
  organisation: string | null
  phones: readonly { number: string; waId: string | null }[]
  emails: readonly string[]
}

/** A card for the address book. WhatsApp requires a part of the name beside the whole. */
export const cardMessage = (message: Envelope & { card: Card }): SendBody => {
  const { name, organisation, phones, emails } = message.card
  return {
    ...envelope(message),
    type: 'contacts',
    contacts: [
      {
        name: { formatted_name: name, first_name: name },
        ...(organisation !== null && { org: { company: organisation } }),
        phones: phones.map(({ number, waId }) => ({
          phone: number,
          type: 'WORK',
          ...(waId !== null && { wa_id: waId }),
        })),
        ...(emails.length > 0 && { emails: emails.map(email => ({ email, type: 'WORK' })) }),
      },
    ],
  }
}

/** The values of one part of a template, in the order of its variables; named variables are matched by name. */
export type TemplateValues = readonly { name: string; text: string }[]

/** A template with the values of its variables. */
export type FilledTemplate = {
  name: string
  language: string
  header: TemplateValues | { kind: 'image' | 'video' | 'document'; id: string; filename?: string } | null
  body: TemplateValues
  /** The buttons that have a variable, by their indexes from 0. */
  buttons: readonly { place: number; kind: 'url' | 'code'; value: string }[]
}

/** An approved template: the only message that may be sent later than 24 hours after the customer's last one. */
export function templateMessage(message: Envelope & { template: FilledTemplate }): SendBody {
  const { name, language, header, body, buttons } = message.template
  const components = [
    ...(header === null ? [] : [{ type: 'header', parameters: headerParameters(header) }]),
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: body.map(textParameter) }]),
    ...buttons.map(({ place, kind, value }) => ({
      type: 'button',
      sub_type: kind === 'code' ? 'copy_code' : kind,
      index: String(place),
      parameters: [
        kind === 'code' ? { type: 'coupon_code', coupon_code: value } : { type: 'text', text: value },
      ],
    })),
  ]
  const template = { name, language: { code: language }, ...(components.length > 0 && { components }) }
  return { ...envelope(message), type: 'template', template }
}

function headerParameters(header: NonNullable<FilledTemplate['header']>): readonly object[] {
  if (!('kind' in header)) return header.map(textParameter)
  const { kind, id, filename } = header
  return [{ type: kind, [kind]: { id, ...(filename !== undefined && kind === 'document' && { filename }) } }]
}

const textParameter = ({ name, text }: TemplateValues[number]) => ({
  type: 'text',
  ...(!/^\d+$/.test(name) && { parameter_name: name }),
  text,
})

/** WhatsApp would accept a user id in `to` with 200 and not deliver, so the two never share a key. */
function envelope({ to, opaque, replyTo }: Envelope): SendBody {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...('phone' in to ? { to: to.phone } : { recipient: to.userId }),
    ...(replyTo !== undefined && { context: { message_id: replyTo } }),
    biz_opaque_callback_data: opaque,
  }
}
