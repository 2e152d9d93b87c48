import { bareType, mediaKindFor } from '@parley/whatsapp/limits'
import { type MessageBody, messageBodySchema } from '@parley/whatsapp/message-body'
import type { z } from 'zod'
import type { BusinessNumber } from './business.ts'
import type { MediaStore } from './media-store.ts'
import type { Failure } from './network.ts'
import {
  type Choice,
  type Phone,
  type PhoneBook,
  type PhoneMedia,
  type PhoneMessage,
  readNumber,
} from './phone.ts'
import { GraphError } from './errors.ts'
import { templateContent } from './template-content.ts'

export type Content = Partial<PhoneMessage> & Pick<PhoneMessage, 'type'>

/** The look of a business's message on the phone, and the failure that follows its acceptance. */
export type Outgoing = { content: Content; failure: Failure | null }

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
  if (body.type === 'text') return { content: { ...common, text: body.text.body }, failure: null }
  if (body.type === 'interactive')
    return { content: { ...common, ...menuOf(body.interactive) }, failure: null }
  if (body.type === 'template') return templateOf(common, body.template, business, file)
  if (body.type === 'location') return { content: { ...common, ...placeOf(body.location) }, failure: null }
  if (body.type === 'contacts') return { content: { ...common, ...cardsOf(body.contacts) }, failure: null }
  const { id, link, caption = null, filename = null } = filePart(body)
  const content = { ...common, text: caption }
  // Nothing leaves this machine, so that a file which Meta would fetch is a link on the phone.
  if (link !== undefined) {
    return { content: { ...content, links: [{ title: filename ?? link, target: link }] }, failure: null }
  }
  if (body.type === 'sticker') return { content, failure: null }
  const sent = file(id ?? '', body.type, filename)
  return body.type === 'audio' && body.audio.voice === true
    ? withVoice(content, sent)
    : withFile(content, body.type, sent)
}

type FileFor = (id: string, kind: PhoneMedia['kind'], filename: string | null) => PhoneMedia

function templateOf(
  common: Content,
  template: Extract<MessageBody, { type: 'template' }>['template'],
  { account }: BusinessNumber,
  fileFor: FileFor,
): Outgoing {
  const content = { ...common, ...templateContent(template, account.templates, fileFor) }
  return content.media ? withFile(content, content.media.kind, content.media) : { content, failure: null }
}

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
function withFile(content: Content, kind: PhoneMedia['kind'], media: PhoneMedia): Outgoing {
  const fits = mediaKindFor(media.mimeType, media.size)
  const ok = 'kind' in fits && (kind === 'document' || fits.kind === kind)
  const details = `A file of the type ${media.mimeType} with ${media.size} bytes cannot be sent as ${kind}.`
  return {
    content: { ...content, media },
    failure: ok ? null : { code: 131053, title: 'Media upload error', details },
  }
}

/** Other recordings than Ogg with Opus are accepted and then fail, as files of a wrong type do. */
function withVoice(content: Content, media: PhoneMedia): Outgoing {
  const outgoing = withFile(content, 'audio', { ...media, voice: true })
  if (outgoing.failure !== null || bareType(media.mimeType) === 'audio/ogg') return outgoing
  const details = `A file of the type ${media.mimeType} cannot be sent as a voice message.`
  return { ...outgoing, failure: { code: 131053, title: 'Media upload error', details } }
}

function fileOf(
  id: string,
  kind: PhoneMedia['kind'],
  filename: string | null,
  business: BusinessNumber,
  store: MediaStore,
): PhoneMedia {
  const stored = store.get(id)
  if (stored?.owner !== 'business' || stored.business !== business) {
    throw new GraphError(
      400,
      131009,
      'Parameter value is not valid',
      `Param ${kind}.id is not a valid media id.`,
    )
  }
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
  const choices: Choice[] =
    interactive.type === 'button'
      ? interactive.action.buttons.map(({ reply }) => ({
          id: reply.id,
          title: reply.title,
          description: null,
        }))
      : interactive.action.sections.flatMap(({ rows }) =>
          rows.map(({ id, title, description }) => ({ id, title, description: description ?? null })),
        )
  return { ...words, choices, choiceKind: interactive.type }
}

/**
 * The body of a messages call, checked against Meta's limits. Like Meta it takes a missing type for text.
 * @throws GraphError with the code Meta gives and details that name the parameter
 */
export function readMessageBody(body: unknown): MessageBody {
  const given = typeof body === 'object' && body !== null ? body : {}
  if (!('messaging_product' in given)) {
    throw new GraphError(400, 100, 'Invalid parameter', 'The parameter messaging_product is required.')
  }
  const reading = messageBodySchema.safeParse(unwrapped({ type: 'text', ...given }), { reportInput: true })
  if (reading.success) return reading.data
  const [issue] = reading.error.issues
  throw issue ? refusalOf(issue) : new GraphError(400, 100, 'Invalid parameter', 'The body is malformed.')
}

/** Graph takes a parameter as JSON in a string too, as some libraries write contact cards. */
function unwrapped(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type } = given
  const part = typeof type === 'string' ? given[type] : undefined
  if (typeof type !== 'string' || typeof part !== 'string') return given
  try {
    return { ...given, [type]: JSON.parse(part) as unknown }
  } catch {
    // Words, which the schema refuses by name.
    return given
  }
}

function refusalOf(issue: z.core.$ZodIssue): GraphError {
  const name = issue.path.map(String).join('.') || 'body'
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return new GraphError(400, 131008, 'Required parameter is missing', `The parameter ${name} is required.`)
  }
  if (issue.code === 'too_big') {
    const most = `at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'} long`
    return new GraphError(400, 100, 'Invalid parameter', `Param ${name} must be ${most}.`)
  }
  return new GraphError(400, 131009, 'Parameter value is not valid', `Param ${name}: ${issue.message}`)
}

/**
 * The phone a message goes to, by number or by user id; a number that was never seen gets a phone.
 * @throws GraphError when neither leads anywhere
 */
export function recipientOf(body: Pick<MessageBody, 'to' | 'recipient'>, book: PhoneBook): Phone {
  if (body.to !== undefined) {
    const number = readNumber(body.to)
    if (number !== null) return book.open(number)
    throw new GraphError(400, 131026, 'Message undeliverable', 'The recipient is not a phone number.')
  }
  if (body.recipient === undefined) {
    throw new GraphError(400, 131008, 'Required parameter is missing', 'The parameter to is required.')
  }
  const phone = book.findByUserId(body.recipient)
  if (phone) return phone
  throw new GraphError(400, 131026, 'Message undeliverable', 'The recipient is not known.')
}
