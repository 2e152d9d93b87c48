import { type Node, nodeOf, textOf, writtenOf } from './node.ts'

/** A file a customer sent. The id can be fetched for 7 days. */
export type InboundMedia = {
  id: string
  kind: 'image' | 'document' | 'audio' | 'video' | 'sticker'
  /** As Meta says it, parameters included (`audio/ogg; codecs=opus`); a claim, to be sniffed before use. */
  mimeType: string
  /** 64 hex digits, lower case; null when Meta gave none that reads as 32 bytes. */
  sha256: string | null
  filename: string | null
  caption: string | null
  /** Recorded in the chat, as opposed to an audio file that was attached. */
  voice: boolean
}

const kinds: Readonly<Record<string, InboundMedia['kind']>> = {
  image: 'image',
  document: 'document',
  audio: 'audio',
  // Payloads from before 2022 have a type of their own for voice messages.
  voice: 'audio',
  video: 'video',
  sticker: 'sticker',
}

/** The kind of file that a message of this type has; null for none. */
export const mediaKindOf = (type: string): InboundMedia['kind'] | null =>
  (Object.hasOwn(kinds, type) && kinds[type]) || null

/**
 * The file of a message of this type; null if the type has none, `malformed` if it should have one. A type that nobody
 * knows has one where it names it as the others do.
 */
export function readMedia(type: string, message: Node): InboundMedia | null | 'malformed' {
  const node = nodeOf(message[type])
  const kind = mediaKindOf(type)
  const file = node && fileOf(node, kind)
  if (file) return { ...file, voice: type === 'voice' || node['voice'] === true }
  return kind === null ? null : 'malformed'
}

/** What a node says of a file, whose kind its MIME type tells where `kind` is null; null where it speaks of none. */
export function fileOf(node: Node, kind: InboundMedia['kind'] | null = null): InboundMedia | null {
  const id = writtenOf(node['id'])
  const mimeType = textOf(node['mime_type'])
  if (id === null || (kind === null && mimeType === null)) return null
  return {
    id,
    kind: kind ?? mediaKindOf(mimeType?.split('/')[0] ?? '') ?? 'document',
    mimeType: mimeType ?? 'application/octet-stream',
    sha256: sha256Hex(node['sha256']),
    filename: textOf(node['filename']) ?? textOf(node['file_name']),
    caption: textOf(node['caption']),
    voice: false,
  }
}

/** A SHA-256 as hex. Webhooks spell it in base64, the media call in hex, samples in neither. */
export function sha256Hex(value: unknown): string | null {
  const given = textOf(value)
  if (given === null) return null
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase()
  const bytes = /^[A-Za-z0-9+/]{43}=$/.test(given) ? Buffer.from(given, 'base64') : null
  return bytes?.length === 32 ? bytes.toString('hex') : null
}
