import { bareType, sendableAs } from '@parley/core/attachments/rules'
import type { MessageBody } from '@parley/whatsapp/message-body'
import type { BusinessNumber } from '../business.ts'
import { type Failure, failureOf, GraphError } from '../errors.ts'
import type { MediaStore } from '../media-store.ts'
import type { Content } from '../network.ts'
import type { Choice, PhoneMedia, PhoneMessage } from '../phone.ts'
import { templateContent } from './template-content.ts'

/** A business's message on the phone, and the failure that follows its acceptance. */
type Outgoing = { content: Content; failure: Failure | null }

/**
 * The content of a checked body. Reactions are none of them: they belong to another message.
 * @throws GraphError when a file is not here, or a template cannot be sent so
 */
export function contentOf(
  body: Exclude<MessageBody, { type: 'reaction' }>,
  business: BusinessNumber,
  { media }: { media: MediaStore },
): Outgoing {
  const file: FileFor = (id, kind, filename) => fileOf(id, kind, filename, business, media)
  const common = {
    type: body.type,
    opaque: body.biz_opaque_callback_data ?? null,
    replyTo: body.context?.message_id ?? null,
  }
  const accepted = (more: Partial<PhoneMessage>) => ({ content: { ...common, ...more }, failure: null })
  switch (body.type) {
    case 'text':
      return accepted({ text: body.text.body })
    case 'interactive':
      return accepted(menuOf(body.interactive))
    case 'location':
      return accepted(placeOf(body.location))
    case 'contacts':
      return accepted(cardsOf(body.contacts))
    case 'template': {
      const content = { ...common, ...templateContent(body.template, business.account.templates, file) }
      return content.media ? withFile(content, content.media) : accepted(content)
    }
    case 'sticker':
    case 'audio':
    case 'image':
    case 'video':
    case 'document': {
      const { id = '', link, caption: text = null, filename = null } = filePart(body)
      // Nothing leaves this machine: a file that Meta would fetch is a link on the phone.
      if (link !== undefined) return accepted({ text, links: [{ title: filename ?? link, target: link }] })
      if (body.type === 'sticker') return accepted({ text })
      const voice = body.type === 'audio' && body.audio.voice === true
      return withFile({ ...common, text }, { ...file(id, body.type, filename), ...(voice && { voice }) })
    }
  }
}

type FileFor = (id: string, kind: PhoneMedia['kind'], filename: string | null) => PhoneMedia

type FileBody = Extract<MessageBody, { type: 'image' | 'document' | 'audio' | 'video' | 'sticker' }>

function filePart(body: FileBody): {
  id?: string | undefined
  link?: string | undefined
  caption?: string | undefined
  filename?: string | undefined
} {
  if (body.type === 'image') return body.image
  if (body.type === 'video') return body.video
  if (body.type === 'document') return body.document
  return body.type === 'audio' ? body.audio : body.sticker
}

function placeOf({
  latitude,
  longitude,
  name,
  address,
}: Extract<MessageBody, { type: 'location' }>['location']): Partial<PhoneMessage> {
  return { header: name ?? null, text: `${latitude}, ${longitude}`, footer: address ?? null }
}

function cardsOf(cards: Extract<MessageBody, { type: 'contacts' }>['contacts']): Partial<PhoneMessage> {
  const lines = cards.map(({ name, phones = [] }) =>
    [name.formatted_name, ...phones.flatMap(({ phone }) => phone ?? [])].join(', '),
  )
  return { text: lines.join('\n') }
}

/** Meta looks into files only after it accepted the message: a wrong type comes back as a status. */
function withFile(content: Content, media: PhoneMedia): Outgoing {
  const { kind, mimeType, size, voice } = media
  const fit = sendableAs(mimeType, size)
  const isOfKind = 'kind' in fit && (kind === 'document' || fit.kind === kind)
  const isFit = isOfKind && (!voice || bareType(mimeType) === 'audio/ogg')
  const as = voice ? 'a voice message' : kind
  const details = `A file of the type ${mimeType} with ${size} bytes cannot be sent as ${as}.`
  return { content: { ...content, media }, failure: isFit ? null : failureOf(131053, details) }
}

function fileOf(
  id: string,
  kind: PhoneMedia['kind'],
  filename: string | null,
  business: BusinessNumber,
  store: MediaStore,
): PhoneMedia {
  const stored = store.get(id)
  if (stored?.owner !== 'business' || stored.business !== business)
    throw new GraphError(131009, `Param ${kind}.id is not a valid media id.`)
  const { mimeType, sha256, bytes } = stored
  return { id, kind, mimeType, sha256, size: bytes.byteLength, filename: filename ?? stored.filename }
}

function menuOf(
  interactive: Extract<MessageBody, { type: 'interactive' }>['interactive'],
): Partial<PhoneMessage> {
  if (interactive.type === 'location_request_message') {
    const choices = [{ id: 'send_location', title: 'Send location', description: null }]
    return { text: interactive.body.text, choices, choiceKind: 'location' }
  }
  const words = {
    text: interactive.body.text,
    header: interactive.header?.text ?? null,
    footer: interactive.footer?.text ?? null,
  }
  if (interactive.type === 'cta_url') {
    const { display_text: title, url: target } = interactive.action.parameters
    return { ...words, links: [{ title, target }] }
  }
  const offered: readonly { id: string; title: string; description?: string | undefined }[] =
    interactive.type === 'button'
      ? interactive.action.buttons.map(({ reply }) => ({ id: reply.id, title: reply.title }))
      : interactive.action.sections.flatMap(({ rows }) => rows)
  const choices: Choice[] = offered.map(({ id, title, description = null }) => ({ id, title, description }))
  return { ...words, choices, choiceKind: interactive.type }
}
