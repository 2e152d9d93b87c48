import type { Readable } from 'node:stream'
import { idOf } from '../http/ids.ts'
import type { Reader } from '../db/write.ts'
import type { ByteRange, FileStore } from './store.ts'

/** A recording that WhatsApp plays as a voice note. */
export interface VoiceNote {
  readonly seconds: number
}

/** Bytes of a page's header without its table of lengths (RFC 3533, 6). */
const pageHeader = 27
/** The last page begins within this many bytes of the end. */
const longestPage = pageHeader + 255 + 255 * 255
/** Opus always counts time at this rate (RFC 7845, 4). */
const samplesPerSecond = 48_000
const capture = Buffer.from('OggS\0')

/**
 * Reads a file that WhatsApp plays as a voice note: Ogg with one Opus stream and one channel. Null for anything else, and for
 * a recording without length.
 * @param head at least the first 64 bytes
 * @param tail at least the last page; the same as `head` if the file is short
 */
export function voiceNoteOf(head: Buffer, tail: Buffer): VoiceNote | null {
  if (!isPage(head, 0)) return null
  const opening = head.subarray(pageHeader + head.readUInt8(pageHeader - 1))
  if (opening.length < 19 || opening.toString('latin1', 0, 8) !== 'OpusHead') return null
  // Only the upper half of the version byte marks incompatible changes.
  if (opening.readUInt8(8) >> 4 !== 0 || opening.readUInt8(9) !== 1) return null
  const stream = head.readUInt32LE(14)
  let last = tail.lastIndexOf(capture)
  while (last > 0 && !(isPage(tail, last) && tail.readUInt32LE(last + 14) === stream)) {
    last = tail.lastIndexOf(capture, last - 1)
  }
  if (last < 0 || !isPage(tail, last) || tail.readUInt32LE(last + 14) !== stream) return null
  const samples = Number(tail.readBigInt64LE(last + 6)) - opening.readUInt16LE(10)
  return samples > 0 ? { seconds: samples / samplesPerSecond } : null
}

const isPage = (bytes: Buffer, at: number): boolean =>
  bytes.length >= at + pageHeader && bytes.subarray(at, at + capture.length).equals(capture)

/**
 * Reads an uploaded file as a voice note. "unfit": it is not a voice note, or it does not exist; `send` checks its existence and
 * the agent's rights.
 */
export async function readVoiceNote(
  reader: Reader,
  store: FileStore,
  documentId: string | undefined,
): Promise<VoiceNote | 'unfit'> {
  const id = documentId === undefined ? null : idOf(documentId)
  if (id === null) return 'unfit'
  const file = await reader
    .selectFrom('attachments')
    .select(['storage_key', 'size'])
    .where('id', '=', id)
    .executeTakeFirst()
  const { storage_key: key = null, size = 0 } = file ?? {}
  if (key === null || size === null || size === 0 || !(await store.has(key))) return 'unfit'
  const part = async (range: ByteRange) => bytesOf(await store.read(key, range))
  const end = size - 1
  const head = await part({ start: 0, end: Math.min(end, longestPage) })
  const tail = end <= longestPage ? head : await part({ start: end - longestPage, end })
  return voiceNoteOf(head, tail) ?? 'unfit'
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
