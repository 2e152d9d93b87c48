import { bareType } from '@parley/core/attachments/rules'

const mostCharacters = 200

/** Tells a path from a name with a slash: it begins at a root, contains `.` or `..`, or has backslashes. */
const path = /^\/|^\.{1,2}\/|\/\.{1,2}\/|\\/

/**
 * Invisible characters, except those that join visible ones. Those are the joiners of emoji and of Persian words, and the tag
 * letters of the flags of England, Scotland and Wales.
 */
const invisible =
  /(?<kept>\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|(?<=[\p{L}\p{M}\p{S}])[\u200C\u200D](?=[\p{L}\p{S}]))|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * A file's name for the screen and for saving: the last part of a path, with hyphens for slashes. It has no control characters
 * and no marks that turn the writing direction (they make "gpj.exe" read as "exe.jpg"). It has at most 200 characters with the
 * extension.
 */
export function cleanName(name: string): string {
  const own = path.test(name) ? (name.split(/[/\\]/).at(-1) ?? '') : name.replaceAll('/', '-')
  const visible = own.replace(invisible, '$<kept>').trim()
  const plain = visible === '' || /^\.+$/.test(visible) ? 'file' : visible
  return shortened(plain, mostCharacters, text => Array.from(text).length)
}

/** The limit of common file systems for one part of a path. */
const mostBytes = 255

/** A file's name as a part of a path on any system, after a prefix that makes it unique. At most 255 bytes with the extension. */
export const pathPart = (before: string, name: string): string =>
  before +
  shortened(
    name.replace(/[<>:"/\\|?*\p{Cc}]/gu, '_').replace(/[. ]+$/, ''),
    mostBytes - Buffer.byteLength(before),
    text => Buffer.byteLength(text),
  )

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a name to this size, between two graphemes before the extension. */
function shortened(name: string, most: number, sizeOf: (text: string) => number): string {
  if (sizeOf(name) <= most) return name
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  let room = most - ending.length
  let kept = ''
  for (const { segment } of graphemes.segment(name.slice(0, name.length - ending.length))) {
    room -= sizeOf(segment)
    if (room < 0) break
    kept += segment
  }
  return kept + ending
}

const words = {
  image: 'Photo',
  document: 'Document',
  audio: 'Audio',
  video: 'Video',
  sticker: 'Sticker',
} as const

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'audio/ogg': '.ogg',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/aac': '.aac',
  'audio/amr': '.amr',
  'video/mp4': '.mp4',
  'video/3gpp': '.3gp',
  'image/gif': '.gif',
  'image/heic': '.heic',
  'application/pdf': '.pdf',
  'application/msword': '.doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'text/plain': '.txt',
}

/** The facts from which a name is made. */
export interface NamelessFile {
  readonly kind: keyof typeof words
  readonly mimeType: string
  /** Recorded in the chat. */
  readonly voice: boolean
}

/** A name for a customer's file that came without one. */
export const nameFor = (media: NamelessFile): string =>
  `${media.voice ? 'Voice message' : words[media.kind]}${endings[bareType(media.mimeType)] ?? ''}`

/** The name for saving: with an extension, so that a double click opens the file. */
export const savedName = (name: string, mimeType: string): string =>
  /\.[A-Za-z0-9]{1,10}$/.test(name) ? name : `${name}${endings[bareType(mimeType)] ?? ''}`

/** RFC 6266: an ASCII name for old programs, and the real name in UTF-8 if it differs. */
export function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const plain = `${kind}; filename="${ascii}"`
  if (ascii === name) return plain
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${plain}; filename*=UTF-8''${encoded}`
}
