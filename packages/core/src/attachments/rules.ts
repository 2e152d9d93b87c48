import { t } from '../text/translate.ts'
import type { AttachmentEntity } from './api.ts'

/** The picture to show in place of an icon: an image that is not svg and has a thumbnail or preview; else null. */
export function thumbnailOf(
  file: Pick<AttachmentEntity, 'mime_type' | 'thumbnail_url' | 'preview_url'>,
): string | null {
  const raster = file.mime_type.startsWith('image/') && !file.mime_type.includes('svg')
  return raster ? (file.thumbnail_url ?? file.preview_url) : null
}

type FileIcon = 'pdf' | 'word' | 'other'

/** The icon of a file without a picture. */
export function fileIcon(file: Pick<AttachmentEntity, 'mime_type' | 'name'>): FileIcon {
  const name = file.name.toLowerCase()
  if (file.mime_type === 'application/pdf' || name.endsWith('.pdf')) return 'pdf'
  return /msword|wordprocessingml/.test(file.mime_type) || /\.docx?$/.test(name) ? 'word' : 'other'
}

/** Only these URLs may be opened: a customer's or provider's text must not become a javascript: or data: link. */
export const isOpenable = (url: string): boolean => /^(https?:\/\/|blob:|\/(?!\/))/i.test(url)

/** The download URL of a file: its own, else the path by its id under the API's base; null with neither. */
export function downloadUrl(
  { document_id, download_url }: Pick<AttachmentEntity, 'document_id' | 'download_url'>,
  base: string,
): string | null {
  if (download_url !== null) return isOpenable(download_url) ? download_url : null
  return document_id === ''
    ? null
    : `${base}/attachments/documents/${encodeURIComponent(document_id)}/download`
}

/** Too tall to be legible as a whole: a receipt, a long screenshot. */
export const isTall = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  height > 2.5 * width

/** A browser needs four bytes for each pixel of a picture: 200 MB here. */
export const mostShownPixels = 50_000_000

const isTooLarge = ({ width, height }: Pick<AttachmentEntity, 'width' | 'height'>): boolean =>
  width !== null && height !== null && width * height > mostShownPixels

/**
 * The URL of a whole picture: its preview, else its download; null with neither. A picture that is too large for a page, or of a
 * type that browsers do not show, uses its thumbnail.
 */
export function wholeUrl(
  file: Pick<
    AttachmentEntity,
    'document_id' | 'download_url' | 'preview_url' | 'thumbnail_url' | 'mime_type' | 'width' | 'height'
  >,
  base: string,
): string | null {
  const small = file.thumbnail_url
  if (small !== null && isOpenable(small) && (isTooLarge(file) || unshown.has(file.mime_type))) return small
  return file.preview_url !== null && isOpenable(file.preview_url)
    ? file.preview_url
    : downloadUrl(file, base)
}

/** Picture types of phones and scanners that most browsers do not show, with their names. */
const unshown: ReadonlyMap<string, string> = new Map([
  ['image/heic', 'HEIC'],
  ['image/heif', 'HEIC'],
  ['image/tiff', 'TIFF'],
])

/** The text for a picture that cannot be shown; null: it can be shown, or is not a picture. */
export function unseenPictureWords(
  file: Pick<AttachmentEntity, 'mime_type' | 'state' | 'thumbnail_url' | 'preview_url'>,
): string | null {
  if (file.state !== 'ready' || !file.mime_type.startsWith('image/') || thumbnailOf(file) !== null)
    return null
  const kind = unshown.get(file.mime_type)
  return kind === undefined
    ? t('No preview. Download to view')
    : t('{kind} picture. Download to view', { kind })
}

/** The URL from which a page shows a PDF in place: on our own server; null for anything else. */
export function pdfUrl(
  file: Pick<AttachmentEntity, 'document_id' | 'download_url' | 'mime_type' | 'name' | 'state'>,
  base: string,
): string | null {
  const url = file.state === 'ready' && fileIcon(file) === 'pdf' ? downloadUrl(file, base) : null
  return url !== null && /^\/(?!\/)/.test(url) ? url : null
}

/**
 * The id that an upload's response must have.
 * @throws Error with the specified text if there is none
 */
export function documentIdOf({ document_id }: Pick<AttachmentEntity, 'document_id'>): string {
  if (document_id === '') throw new Error('Document upload failed: No document_id returned')
  return document_id
}

/** The text for a file that is not ready, with the reason; null once it is. */
export function absenceWords(file: Pick<AttachmentEntity, 'state' | 'failure'>): string | null {
  const why = file.failure?.trim().replace(/\.$/, '') || null
  switch (file.state) {
    case 'ready':
      return null
    case 'pending':
      return why === null
        ? t('Being fetched…')
        : t('Not received yet: {why}. Parley tries again automatically', { why })
    case 'failed':
      return why === null ? t('Could not be fetched') : t('Could not be fetched: {why}', { why })
  }
}

/** The text for an attachment that does not exist or no longer exists. */
export const attachmentNotFound = (id: string): string => t('Attachment with ID {id} not found', { id })

/** The relation of a file to an agent, and to the customer who is to receive it. */
export interface FilePlace {
  /** The agent uploaded it. */
  readonly isOwn: boolean
  /** A message or an application carries it. */
  readonly isCarried: boolean
  /** A message or an application of this customer carries it. */
  readonly isCustomers: boolean
  /** It belongs to a canned reply that the agent may use. */
  readonly isCanned: boolean
}

/** Whether an agent may open a file: an unsent upload is visible only to its uploader. */
export const mayOpen = ({
  isOwn,
  isCarried,
  isCanned,
}: Pick<FilePlace, 'isOwn' | 'isCarried' | 'isCanned'>): boolean => isOwn || isCarried || isCanned

/**
 * Whether a file may be sent to a customer. The sender's own upload, a canned reply's file and this customer's files may; another
 * customer's file needs the sender's confirmation. unknown: for this agent there is no such file.
 */
export function sendingOf(file: FilePlace): 'free' | 'to-confirm' | 'unknown' {
  if (!mayOpen(file)) return 'unknown'
  return file.isOwn || file.isCanned || file.isCustomers ? 'free' : 'to-confirm'
}

/** The kind of message that carries a file over WhatsApp. */
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
 * The kind of message for a file of this size, or one sentence why it cannot be sent. A file over the limit of its kind is sent
 * as a document; a format that WhatsApp does not play (GIF, SVG, WebM) is rejected. The console checks before the upload, by the
 * browser's type; the server checks again, by the file's content.
 */
export function sendableAs(mimeType: string, size: number): { kind: SendableKind } | { problem: string } {
  const bare = bareType(mimeType)
  if (size <= 0) return { problem: t('The file is empty.') }
  if (size > fileLimits.document) return { problem: t('Files of up to 100 MB can be sent.') }
  for (const kind of ['image', 'audio', 'video'] as const) {
    if (!bare.startsWith(`${kind}/`)) continue
    if (!shownTypes[kind].includes(bare))
      return { problem: t('Files of the type {type} cannot be sent.', { type: bare }) }
    if (!opusIfOgg(mimeType)) return { problem: t('Ogg recordings can be sent only with the Opus codec.') }
    return { kind: size <= fileLimits[kind] ? kind : 'document' }
  }
  return { kind: 'document' }
}

/** The hint to an agent when a file is sent as another kind: one sentence, or null. */
export function sentOtherwise(mimeType: string, size: number): string | null {
  const as = sendableAs(mimeType, size)
  const shown = sendableAs(mimeType, 1)
  if ('problem' in as || 'problem' in shown || as.kind === shown.kind) return null
  return t('Larger than {most} MB: it is sent as a document', {
    most: fileLimits[shown.kind] / megabyte,
  })
}

function opusIfOgg(mimeType: string): boolean {
  const codecs = /codecs="?([^";]*)/i.exec(mimeType)?.[1]
  return bareType(mimeType) !== 'audio/ogg' || codecs === undefined || codecs.trim().toLowerCase() === 'opus'
}

/** WhatsApp's limit of an animated sticker, in bytes. */
const largestSticker = 500 * 1024

/** The URL of a possibly animated picture, small enough to show whole in a thread; null: the thumbnail is shown. */
export const movingUrl = ({
  mime_type: type,
  size,
  preview_url: url,
}: Pick<AttachmentEntity, 'mime_type' | 'size' | 'preview_url'>): string | null =>
  type === 'image/webp' && size !== null && size <= largestSticker && url !== null && isOpenable(url)
    ? url
    : null

/**
 * A longer recording is stopped: WhatsApp shows its player for voice notes of up to 512 KB, and people do not listen to longer
 * ones.
 */
export const maxVoiceSeconds = 120

/** The recorder's target: two minutes of it are 360 KB. */
export const voiceBitsPerSecond = 24_000

/** A duration in whole seconds, as a player shows it: "1:07". */
export function playingTime(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Why recording fails, and the remedy, by the name of the browser's exception (W3C Media Capture, 10.2.1). */
export function microphoneProblem(name: string): string {
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return t(
        'The browser does not let Parley use the microphone. Allow it in the settings of this site, beside the address, then record again.',
      )
    case 'NotFoundError':
    case 'OverconstrainedError':
      return t('No microphone was found. Connect one, then record again.')
    case 'NotReadableError':
    case 'AbortError':
      return t(
        'The microphone gives no sound. If another program uses it, close that program, then record again.',
      )
    case 'NotSupportedError':
      return t(
        'This browser cannot record voice notes. Use a current Chrome, Edge or Firefox over a secure address.',
      )
    default:
      return t('The recording failed. Record again; if it fails again, attach a sound file.')
  }
}
