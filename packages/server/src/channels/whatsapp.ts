import type { MessageDetails } from '@parley/core/messages/details'
import { choiceId } from '@parley/core/messages/ask-rules'
import { type ClientOptions, whatsappClient } from '@parley/whatsapp/client'
import { readNumberHealth } from '@parley/whatsapp/number-health'
import {
  cardMessage,
  type FilledTemplate,
  mediaMessage,
  type Question,
  questionMessage,
  reactionMessage,
  type SendBody,
  templateMessage,
  textMessage,
} from '@parley/whatsapp/send'
import { readTemplates } from '@parley/whatsapp/template-list'
import type { ChannelConfig } from '../config/config.ts'
import { accountsOf } from '../config/channels.ts'
import type { ChannelAdapter, Outbound, UploadedFile } from './adapter.ts'
import type { AskedNumber } from './health.ts'
import type { TemplateReaderDeps } from './templates.ts'

/** For calls that delay no agent. */
const askTimeoutMs = 10_000

/** Sends by the Cloud API. @throws TypeError if the API's URL is invalid */
export function whatsappAdapter(access: ClientOptions): ChannelAdapter {
  const client = whatsappClient(access)
  return {
    name: 'WhatsApp',
    send: (message, call) => client.send(outboundBody(message), call),
    react: (reaction, call) => client.send(reactionMessage(reaction), call),
    showTyping: client.tellWriting,
    upload: client.uploadMedia,
    download: client.download,
  }
}

type AdaptedNumber = AskedNumber & { readonly adapter: ChannelAdapter }

export interface WhatsappNumbers {
  readonly numbers: readonly AdaptedNumber[]
  readonly accounts: readonly Pick<TemplateReaderDeps, 'accountId' | 'read'>[]
}

/** Opens the numbers and accounts of the settings. */
export function whatsappNumbers({ numbers, apiUrl, apiVersion: version }: ChannelConfig): WhatsappNumbers {
  return {
    numbers: numbers.map(({ phoneNumberId, name, accessToken }) => {
      const access = { apiUrl, version, phoneNumberId, accessToken }
      return {
        phoneNumberId,
        name: numbers.length > 1 ? name : null,
        adapter: whatsappAdapter(access),
        ask: signal => readNumberHealth(access, { timeoutMs: askTimeoutMs, signal }),
      }
    }),
    accounts: accountsOf(numbers).map(({ accountId, accessToken }) => ({
      accountId,
      read: signal =>
        readTemplates({ apiUrl, version, accessToken }, accountId, { timeoutMs: askTimeoutMs, signal }),
    })),
  }
}

/** The Cloud API's body of a message. */
function outboundBody(outbound: Outbound): SendBody {
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

/** WhatsApp assigns values without a name by their order. */
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
