/** As what a file goes out over WhatsApp. */
export type SendableKind = 'image' | 'document' | 'audio' | 'video'

const megabyte = 1024 * 1024

/** WhatsApp's limits of each kind of file, in bytes (Cloud API, Media). */
export const fileLimits: Readonly<Record<SendableKind, number>> = {
  image: 5 * megabyte,
  audio: 16 * megabyte,
  video: 16 * megabyte,
  document: 100 * megabyte,
}

/** The types that WhatsApp shows or plays. */
const shownTypes: Readonly<Record<'image' | 'audio' | 'video', readonly string[]>> = {
  image: ['image/jpeg', 'image/png'],
  audio: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
  video: ['video/mp4', 'video/3gpp'],
}

/** A MIME type without parameters, in lower case. */
export const bareType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase()

/**
 * As what a file of so many bytes goes out, or in one sentence why it cannot. One over the limit of its kind goes as a
 * document; one in a format that WhatsApp does not play (GIF, SVG, WebM) goes as nothing. The console asks before it
 * uploads, by the type that the browser names; the server asks again by what is in the file.
 */
export function sendableAs(mimeType: string, size: number): { kind: SendableKind } | { problem: string } {
  const bare = bareType(mimeType)
  if (size <= 0) return { problem: 'The file is empty.' }
  if (size > fileLimits.document) return { problem: 'Files of up to 100 MB can be sent.' }
  for (const kind of ['image', 'audio', 'video'] as const) {
    if (!bare.startsWith(`${kind}/`)) continue
    if (!shownTypes[kind].includes(bare)) return { problem: `Files of the type ${bare} cannot be sent.` }
    if (!opusIfOgg(mimeType)) return { problem: 'Ogg recordings can be sent only with the Opus codec.' }
    return { kind: size <= fileLimits[kind] ? kind : 'document' }
  }
  return { kind: 'document' }
}

/** What an agent is told of a file that goes out as something else than it is: one sentence, or null. */
export function sentOtherwise(mimeType: string, size: number): string | null {
  const as = sendableAs(mimeType, size)
  const shown = sendableAs(mimeType, 1)
  if ('problem' in as || 'problem' in shown || as.kind === shown.kind) return null
  return `Larger than ${fileLimits[shown.kind] / megabyte} MB: it goes as a document`
}

function opusIfOgg(mimeType: string): boolean {
  const codecs = /codecs="?([^";]*)/i.exec(mimeType)?.[1]
  return bareType(mimeType) !== 'audio/ogg' || codecs === undefined || codecs.trim().toLowerCase() === 'opus'
}
