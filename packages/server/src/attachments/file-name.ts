import { bareType } from '@parley/core/rules/sendable-file'

const mostCharacters = 200

/**
 * A file's name as it is shown and offered when saving: the last part of a path, without control characters or marks
 * that turn the writing direction (which make "gpj.exe" read as "exe.jpg"), at most 200 characters with its ending kept.
 */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '').trim()
  const plain = visible === '' || /^\.+$/.test(visible) ? 'file' : visible
  const characters = Array.from(plain)
  if (characters.length <= mostCharacters) return plain
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? ''
  return characters.slice(0, mostCharacters - ending.length).join('') + ending
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

/** What a file is, from which a name can be made. */
export interface NamelessFile {
  readonly kind: keyof typeof words
  readonly mimeType: string
  /** Recorded in the chat. */
  readonly voice: boolean
}

/** A name for a customer's file that came without one. */
export const nameFor = (media: NamelessFile): string =>
  `${media.voice ? 'Voice message' : words[media.kind]}${endings[bareType(media.mimeType)] ?? ''}`

/** The name under which a file is saved: with the ending of its type where it has none, so that a press opens it. */
export const savedName = (name: string, mimeType: string): string =>
  /\.[A-Za-z0-9]{1,10}$/.test(name) ? name : `${name}${endings[bareType(mimeType)] ?? ''}`

/** RFC 6266: a name for old programs in ASCII, and the real one in UTF-8 where it differs. */
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
