import type { MessageDetails } from '@parley/core/api/message-details'
import { choiceId } from '@parley/core/rules/ask'
import type { SendableKind } from '@parley/core/rules/sendable-file'
import {
  cardMessage,
  type FilledTemplate,
  mediaMessage,
  type Question,
  questionMessage,
  type Recipient,
  type SendBody,
  templateMessage,
  textMessage,
} from '@parley/whatsapp/send'

/** A file that the channel has by now. */
export interface UploadedFile {
  readonly kind: SendableKind
  /** The channel's id of it. */
  readonly mediaId: string
  readonly name: string
  readonly mimeType: string
}

/** A message that goes out, as its row holds it. */
export interface Outbound {
  readonly to: Recipient
  readonly messageId: number
  /** Our attempt's id: it comes back with every status. */
  readonly attemptId: number
  /** The channel's id of the message that it answers. */
  readonly quotedWamid: string | null
  readonly content: string
  readonly details: MessageDetails | null
  readonly file: UploadedFile | null
}

/** The row of a message in WhatsApp's words: the only place that puts it so. */
export function outboundBody(outbound: Outbound): SendBody {
  const { to, attemptId, quotedWamid, content, details, file } = outbound
  const envelope = { to, opaque: String(attemptId), ...(quotedWamid !== null && { replyTo: quotedWamid }) }
  if (details?.template !== undefined) {
    return templateMessage({ ...envelope, template: filledTemplate(details.template, file) })
  }
  if (details?.ask !== undefined) {
    return questionMessage({ ...envelope, text: content, question: questionOf(details.ask) })
  }
  const [card] = details?.contacts ?? []
  if (card !== undefined) return cardMessage({ ...envelope, card: cardOf(card) })
  if (file === null) return textMessage({ ...envelope, text: content })
  const caption = content === '' ? {} : { caption: content }
  const voice = details?.voice !== undefined
  const media = { kind: file.kind, id: file.mediaId, filename: file.name, voice, ...caption }
  return mediaMessage({ ...envelope, media })
}

function questionOf(ask: NonNullable<MessageDetails['ask']>): Question {
  const withId = <T extends object>(row: T, place: number) => ({ id: choiceId(place), ...row })
  switch (ask.kind) {
    case 'location':
      return ask
    case 'buttons':
      return { kind: 'buttons', buttons: ask.buttons.map((title, place) => withId({ title }, place)) }
    case 'list':
      return { ...ask, rows: ask.rows.map(withId) }
  }
}

const cardOf = ({ name, organisation, phones, emails }: NonNullable<MessageDetails['contacts']>[number]) => ({
  name: name ?? '',
  organisation,
  phones: phones.map(({ number, wa_id: waId }) => ({ number, waId })),
  emails: emails.map(({ text }) => text),
})

type TemplateDetails = NonNullable<MessageDetails['template']>

function filledTemplate(sent: TemplateDetails, file: UploadedFile | null): FilledTemplate {
  const { name, language, buttons } = sent
  const heading = valuesOf(sent, 'header')
  return {
    name,
    language,
    header: file === null ? (heading.length === 0 ? null : heading) : headerFile(file),
    body: valuesOf(sent, 'body'),
    buttons: buttons.flatMap(({ kind }, place) => {
      const value = sent.values[`button.${place}`]
      return value === undefined || (kind !== 'url' && kind !== 'code') ? [] : [{ place, kind, value }]
    }),
  }
}

/** WhatsApp takes those without a name by their places, whatever stands first in the text. */
const valuesOf = ({ values }: TemplateDetails, part: 'header' | 'body') =>
  Object.entries(values)
    .flatMap(([key, text]) =>
      key.startsWith(`${part}.`) ? [{ name: key.slice(part.length + 1), text }] : [],
    )
    .toSorted((a, b) => Number(a.name) - Number(b.name) || 0)

function headerFile({ kind, mediaId: id, name: filename }: UploadedFile) {
  if (kind === 'audio') throw new Error('No template has a recording in its header')
  return { kind, id, filename }
}
