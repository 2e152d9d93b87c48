import { type InboundMedia, mediaKindOf } from '../inbound-media.ts'
import { type Node, nodeOf, textOf } from '../node.ts'
import { readTyped } from './content.ts'
import type { Content, MissingDetails } from './details.ts'
import { readOrigin } from './origin.ts'
import { readSystemNotice } from './system-notice.ts'
import { readUnknown } from './unknown.ts'
import { readUnsupported, unsupportedWords } from './unsupported.ts'

/**
 * What an agent should read of a message, whatever it is: every message says something, and only a file without a caption
 * has no sentence. `from`: the sender's number in digits, where there is one.
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

const names: Readonly<Record<Exclude<MissingDetails['what'], 'text'>, string>> = {
  image: 'a photo',
  document: 'a document',
  audio: 'a voice message',
  video: 'a video',
  sticker: 'a sticker',
}

/** WhatsApp says that there is a file and not where. */
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
