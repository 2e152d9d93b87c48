import type {
  DetailsEntity,
  MissingEntity,
  NoticeEntity,
  ReferralEntity,
  UnsupportedEntity,
} from '@parley/core/messages/details'
import { type Content, isTooDeep, lines, readTyped } from './content.ts'
import { type InboundMedia, mediaKindOf } from './inbound-media.ts'
import { listOf, type Node, nodeOf, numberOf, phoneDigitsOf, textOf, writtenOf } from './node.ts'

/**
 * The text and details of any message for the agent. Only a file without a caption has no text. `from`: the sender's number in
 * digits, if known.
 */
export function readContent(
  type: string,
  message: Node,
  media: InboundMedia | null | 'malformed',
  from: string | null,
): Content {
  const unsupported = readUnsupported(type, message)
  const { text, details } = mainOf(type, message, media, from) ?? {
    ...(unsupported ? { text: unsupportedWords(unsupported), details: {} } : readUnknown(type, message)),
  }
  return { text, details: { ...details, ...readOrigin(message), ...(unsupported && { unsupported }) } }
}

function mainOf(
  type: string,
  message: Node,
  media: InboundMedia | null | 'malformed',
  from: string | null,
): Content | null {
  if (media === 'malformed') return missingFile(type, message)
  if (media !== null) return { text: media.caption, details: {} }
  if (type === 'system') return readSystemNotice(nodeOf(message['system']), from)
  const typed = readTyped(type, message)
  if (typed !== null || type !== 'text') return typed
  return { text: 'Sent an empty message', details: { missing: { what: 'text', filename: null } } }
}

const names: Readonly<Record<Exclude<MissingEntity['what'], 'text'>, string>> = {
  image: 'a photo',
  document: 'a document',
  audio: 'a voice message',
  video: 'a video',
  sticker: 'a sticker',
}

/** WhatsApp announces a file without its id. */
function missingFile(type: string, message: Node): Content | null {
  const what = mediaKindOf(type)
  if (what === null) return null
  const node = nodeOf(message[type])
  const filename = textOf(node?.['filename'])
  const named = filename === null ? '' : ` (${filename})`
  return {
    text: textOf(node?.['caption']) ?? `Sent ${names[what]}${named} that did not come`,
    details: { missing: { what, filename } },
  }
}

/** The product or advertisement that led the customer to write. Any type of message may have one. */
export function readOrigin(message: Node): DetailsEntity {
  const product = nodeOf(nodeOf(message['context'])?.['referred_product'])
  const referral = nodeOf(message['referral'])
  return {
    ...(product && {
      product: {
        product: writtenOf(product['product_retailer_id']),
        catalogue: writtenOf(product['catalog_id']),
      },
    }),
    ...(referral && { referral: referralOf(referral) }),
  }
}

function referralOf(node: Node): ReferralEntity {
  const text = (name: string) => textOf(node[name])
  return {
    source: text('source_type'),
    source_id: writtenOf(node['source_id']),
    headline: text('headline'),
    body: text('body'),
    url: text('source_url'),
    media_kind: text('media_type') ?? mediaOf(node)?.kind ?? null,
    media_url: text('image_url') ?? text('video_url') ?? mediaOf(node)?.url ?? text('thumbnail_url'),
    click_id: text('ctwa_clid'),
    welcome: textOf(nodeOf(node['welcome_message'])?.['text']),
  }
}

/** Older webhooks have an object named by the medium. */
function mediaOf(referral: Node): { readonly kind: string; readonly url: string | null } | null {
  const kind = ['image', 'video'].find(name => nodeOf(referral[name]) !== null)
  if (kind === undefined) return null
  const medium = nodeOf(referral[kind])
  return { kind, url: textOf(medium?.['url']) ?? textOf(medium?.['link']) }
}

const noticeKinds: Readonly<Record<string, NoticeEntity['kind']>> = {
  user_changed_number: 'number-changed',
  customer_changed_number: 'number-changed',
  user_changed_user_id: 'id-changed',
  customer_identity_changed: 'identity-changed',
  user_identity_changed: 'identity-changed',
}

/** A system notice about a customer; `from` is their old number in digits. */
export function readSystemNotice(node: Node | null, from: string | null): Content {
  const type = textOf(node?.['type']) ?? ''
  const kind = Object.hasOwn(noticeKinds, type) ? (noticeKinds[type] ?? 'other') : 'other'
  const said = textOf(node?.['body'])
  const changed = kind === 'number-changed'
  const to = changed ? (phoneDigitsOf(node?.['wa_id']) ?? phoneDigitsOf(node?.['new_wa_id'])) : null
  const notice = { kind, from: changed ? from : null, to, said }
  return { text: noticeWords(notice), details: { notice } }
}

function noticeWords({ kind, from, to, said }: NoticeEntity): string {
  switch (kind) {
    case 'number-changed':
      if (to === null) return said ?? 'The customer changed their WhatsApp number'
      return `The customer changed their WhatsApp number${from === null ? '' : ` from +${from}`} to +${to}`
    case 'id-changed':
      return 'WhatsApp gave the customer a new user id'
    case 'identity-changed':
      return 'The customer’s security code changed: they may have a new phone, or somebody else may be writing'
    case 'other':
      return said ?? 'WhatsApp sent a notice about the customer that says nothing'
  }
}

/** Stored characters of an unknown message. */
const longest = 8_000

/** Fields that all messages share. */
const envelope = new Set([
  'context',
  'errors',
  'from',
  'from_user_id',
  'from_parent_user_id',
  'id',
  'referral',
  'timestamp',
  'type',
])

/** The fields that only this type of message has. */
export const ownParts = (message: Node): readonly (readonly [string, unknown])[] =>
  Object.entries(message).filter(([name]) => !envelope.has(name))

/** A message of an unknown type: its JSON is kept for the agent. */
export function readUnknown(type: string, message: Node): Content {
  const rest = Object.fromEntries(ownParts(message))
  const json = isTooDeep(rest) ? '{}' : JSON.stringify(rest, null, 2)
  const cut = json.length > longest
  const raw = cut ? json.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : json
  const what = `Sent a message of a kind that Parley does not know (${nameOfKind(type, message)})`
  return {
    text: lines([wordsIn(nodeOf(message[type])), what]),
    details: { unknown: { type: nameOfKind(type, message), raw, cut } },
  }
}

/** Meta's names of readable text. */
const worded = ['title', 'name', 'question', 'body', 'text', 'caption', 'description']

const wordsIn = (node: Node | null): string | null =>
  lines(worded.map(name => textOf(node?.[name]) ?? textOf(nodeOf(node?.[name])?.['text'])))

/** An interactive message has a more exact type. */
function nameOfKind(type: string, message: Node): string {
  const closer = nodeOf(message[type])?.['type']
  return (type === 'interactive' && typeof closer === 'string' ? `interactive ${closer}` : type)
    .replaceAll('\u0000', '')
    .slice(0, 60)
}

/** The content may come later under the same id. */
const withheld = 131060

/** Meta's names of content that it does not deliver. */
const withheldKinds: Readonly<Record<string, string>> = {
  button: 'buttons',
  edit: 'a change to a message',
  ephemeral: 'a disappearing message',
  gif: 'a GIF',
  group_invite: 'an invitation to a group',
  hsm: 'a message made from a template',
  keep_in_chat: 'a message to be kept in the chat',
  link_preview: 'a link with a preview',
  list: 'a list to choose from',
  media_placeholder: 'a file that had not arrived',
  pin: 'a pinned message',
  poll_creation: 'a poll',
  poll_update: 'a vote in a poll',
  view_once: 'a photo, video or voice message to be seen once',
}

/** Some have the withheld type itself and no content, like `unknown`. */
const isWithheldType = (type: string, message: Node): boolean =>
  (type === 'unknown' || Object.hasOwn(withheldKinds, type)) &&
  ownParts(message).every(([, part]) => (part ?? null) === null)

/** WhatsApp's reason for undelivered or incomplete content; null: there is none. */
export function readUnsupported(type: string, message: Node): UnsupportedEntity | null {
  const error = nodeOf(listOf(message['errors'])[0])
  const isType = isWithheldType(type, message)
  if (type !== 'unsupported' && error === null && !isType) return null
  return {
    kind: textOf(nodeOf(message['unsupported'])?.['type']) ?? (isType ? type : null),
    code: numberOf(error?.['code']),
    title: textOf(error?.['title']) ?? textOf(error?.['message']),
    details: textOf(nodeOf(error?.['error_data'])?.['details']) ?? textOf(error?.['details']),
  }
}

/** One sentence. */
export function unsupportedWords({ kind, code }: UnsupportedEntity): string {
  if (code === withheld) return 'Sent a message that WhatsApp has not handed over yet'
  const what =
    kind === null || kind === 'unknown'
      ? null
      : Object.hasOwn(withheldKinds, kind)
        ? withheldKinds[kind]
        : null
  if (what) return `Sent ${what}, which WhatsApp does not pass on`
  const named = kind === null || kind === 'unknown' ? '' : ` (${kind.slice(0, 40)})`
  return `Sent something that WhatsApp does not pass on${named}`
}
