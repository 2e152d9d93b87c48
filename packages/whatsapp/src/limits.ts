/** Kinds of file that a business can send. */
export type SendableKind = 'image' | 'document' | 'audio' | 'video'

/** Characters of a text message. */
export const textLimit = 4096

/** Characters of a caption. */
export const captionLimit = 1024

/** The most bytes of a file of each kind. */
export const mediaLimits: Readonly<Record<SendableKind, number>> = {
  image: 5 * 1024 * 1024,
  audio: 16 * 1024 * 1024,
  video: 16 * 1024 * 1024,
  document: 100 * 1024 * 1024,
}

const mimeTypes: Readonly<Record<'image' | 'audio' | 'video', readonly string[]>> = {
  image: ['image/jpeg', 'image/png'],
  audio: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
  video: ['video/mp4', 'video/3gpp'],
}

export function takesCaption(kind: SendableKind): boolean {
  return kind !== 'audio'
}

/**
 * The kind as which a file is sent, or the reason why it cannot be sent; size in bytes. A picture, recording or film over the
 * limit of its kind is sent as a document. One in a format that WhatsApp does not play (GIF, SVG, WebM) is refused, as Meta's
 * upload would. Documents of types that Meta does not list are tried: Meta accepts most of them, and reports the others.
 */
export function mediaKindFor(mimeType: string, size: number): { kind: SendableKind } | { problem: string } {
  const bare = bareType(mimeType)
  if (size <= 0) return { problem: 'The file is empty.' }
  if (size > mediaLimits.document) return { problem: 'Files of up to 100 MB can be sent.' }
  for (const kind of ['image', 'audio', 'video'] as const) {
    if (!bare.startsWith(`${kind}/`)) continue
    if (!mimeTypes[kind].includes(bare)) return { problem: `Files of the type ${bare} cannot be sent.` }
    if (!opusIfOgg(mimeType)) return { problem: 'Ogg recordings can be sent only with the Opus codec.' }
    return { kind: size <= mediaLimits[kind] ? kind : 'document' }
  }
  return { kind: 'document' }
}

/** A MIME type without parameters, in lower case. */
export function bareType(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase()
}

function opusIfOgg(mimeType: string): boolean {
  const codecs = /codecs="?([^";]*)/i.exec(mimeType)?.[1]
  return bareType(mimeType) !== 'audio/ogg' || codecs === undefined || codecs.trim().toLowerCase() === 'opus'
}
