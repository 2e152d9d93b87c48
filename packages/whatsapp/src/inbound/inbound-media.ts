import type { FormEntity } from '@parley/core/messages/details'
import { type Node, nodeOf, textOf, writtenOf } from './node.ts'

/** A customer's file. The id can be fetched for 7 days. */
export type InboundMedia = {
  id: string
  kind: 'image' | 'document' | 'audio' | 'video' | 'sticker'
  /** As Meta states it, parameters included (`audio/ogg; codecs=opus`); a claim, to be sniffed before use. */
  mimeType: string
  /** 64 hex digits, lower case; null: Meta gave none, or none of 32 bytes. */
  sha256: string | null
  filename: string | null
  caption: string | null
  /** Recorded in the chat, unlike an attached audio file. */
  voice: boolean
}

const kinds: Readonly<Record<string, InboundMedia['kind']>> = {
  image: 'image',
  document: 'document',
  audio: 'audio',
  // Payloads from before 2022 have a separate type for voice messages.
  voice: 'audio',
  video: 'video',
  sticker: 'sticker',
}

/** The types whose file is in a field of the same name. */
export const mediaTypes = Object.keys(kinds)

/** The kind of file of this message type; null: none. */
export const mediaKindOf = (type: string): InboundMedia['kind'] | null =>
  (Object.hasOwn(kinds, type) && kinds[type]) || null

/**
 * The file of a message of this type; null: the type has none; `malformed`: it is missing. An unknown type may have one in the same
 * form.
 */
export function readMedia(type: string, message: Node): InboundMedia | null | 'malformed' {
  const node = nodeOf(message[type])
  const kind = mediaKindOf(type)
  const file = node && fileOf(node, kind)
  if (file) return { ...file, voice: type === 'voice' || node['voice'] === true }
  return kind === null ? null : 'malformed'
}

/** Reads a file from a node; its MIME type gives the kind if `kind` is null. Null: the node has no file. */
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

/** A SHA-256 as hex. Webhooks encode it in base64, the media call in hex, samples in neither. */
export function sha256Hex(value: unknown): string | null {
  const given = textOf(value)
  if (given === null) return null
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase()
  const bytes = /^[A-Za-z0-9+/]{43}=$/.test(given) ? Buffer.from(given, 'base64') : null
  return bytes?.length === 32 ? bytes.toString('hex') : null
}

/** Meta's limit for a form. */
const most = 10

/** The photos and documents of a form, in the order of its answers. */
export const filesOfForm = ({ answers }: FormEntity): readonly InboundMedia[] =>
  filesIn(answers).slice(0, most)

/** `isTooDeep` bounds the depth of answers. */
function filesIn(answer: unknown): readonly InboundMedia[] {
  if (Array.isArray(answer)) return answer.flatMap(filesIn)
  const node = nodeOf(answer)
  if (node === null) return []
  const file = fileOf(node)
  return file === null ? Object.values(node).flatMap(filesIn) : [file]
}
