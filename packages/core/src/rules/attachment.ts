import type { AttachmentEntity } from '../api/attachments.ts'

/** The picture to show in place of an icon: an image that is not svg and has a thumbnail or preview; else null. */
export function thumbnailOf(
  file: Pick<AttachmentEntity, 'mime_type' | 'thumbnail_url' | 'preview_url'>,
): string | null {
  const raster = file.mime_type.startsWith('image/') && !file.mime_type.includes('svg')
  return raster ? (file.thumbnail_url ?? file.preview_url) : null
}

export type FileIcon = 'pdf' | 'word' | 'other'

/** Which icon stands for a file that is not shown as a picture. */
export function fileIcon(file: Pick<AttachmentEntity, 'mime_type' | 'name'>): FileIcon {
  const name = file.name.toLowerCase()
  if (file.mime_type === 'application/pdf' || name.endsWith('.pdf')) return 'pdf'
  return /msword|wordprocessingml/.test(file.mime_type) || /\.docx?$/.test(name) ? 'word' : 'other'
}

/** Only these may be opened: a customer's or provider's text must not become a javascript: or data: link. */
export const isOpenable = (url: string): boolean => /^(https?:\/\/|blob:|\/(?!\/))/i.test(url)

/** Where a file is downloaded from: its own URL, else the path by its id under the API's base; null with neither. */
export function downloadUrl(
  { document_id, download_url }: Pick<AttachmentEntity, 'document_id' | 'download_url'>,
  base: string,
): string | null {
  if (download_url !== null) return isOpenable(download_url) ? download_url : null
  return document_id === ''
    ? null
    : `${base}/attachments/documents/${encodeURIComponent(document_id)}/download`
}

/** So much higher than wide that the whole of it at once is not legible: a receipt, a long screenshot. */
export const isTall = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  height > 2.5 * width

/** A browser takes four bytes for each point of a picture that it shows: 200 MB here. */
export const mostShownPixels = 50_000_000

const isTooLarge = ({ width, height }: Pick<AttachmentEntity, 'width' | 'height'>): boolean =>
  width !== null && height !== null && width * height > mostShownPixels

/**
 * Where a picture is looked at: at its preview, else its download; null with neither. Of one that is too large for a page, or
 * of a kind that browsers do not show, at its small copy.
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

/** Pictures that phones and scanners make and most browsers do not show, by their names. */
const unshown: ReadonlyMap<string, string> = new Map([
  ['image/heic', 'HEIC'],
  ['image/heif', 'HEIC'],
  ['image/tiff', 'TIFF'],
])

/** What is said of a picture that is here and cannot be shown; null: it can, or is none. */
export function unseenPictureWords(
  file: Pick<AttachmentEntity, 'mime_type' | 'state' | 'thumbnail_url' | 'preview_url'>,
): string | null {
  if (file.state !== 'ready' || !file.mime_type.startsWith('image/') || thumbnailOf(file) !== null)
    return null
  const kind = unshown.get(file.mime_type)
  return kind === undefined ? 'No preview. Download to view' : `${kind} picture. Download to view`
}

/** Where a page of ours reads a PDF from, to show it in place: an address of our own server; null for anything else. */
export function pdfUrl(
  file: Pick<AttachmentEntity, 'document_id' | 'download_url' | 'mime_type' | 'name' | 'state'>,
  base: string,
): string | null {
  const url = file.state === 'ready' && fileIcon(file) === 'pdf' ? downloadUrl(file, base) : null
  return url !== null && /^\/(?!\/)/.test(url) ? url : null
}

/** The id an upload's answer must carry; throws the specified error when it does not. */
export function documentIdOf({ document_id }: Pick<AttachmentEntity, 'document_id'>): string {
  if (document_id === '') throw new Error('Document upload failed: No document_id returned')
  return document_id
}

/** What a file says of itself while it is not here, and why not; null once it is. */
export function absenceWords(file: Pick<AttachmentEntity, 'state' | 'failure'>): string | null {
  const why = file.failure?.trim().replace(/\.$/, '') || null
  switch (file.state) {
    case 'ready':
      return null
    case 'pending':
      return why === null ? 'Being fetched…' : `Not here yet: ${why}. It is tried again by itself`
    case 'failed':
      return why === null ? 'Could not be fetched' : `Could not be fetched: ${why}`
  }
}

/** The words for an attachment nobody has (also when it was never there). */
export const attachmentNotFound = (id: string): string => `Attachment with ID ${id} not found`

/** How a file stands to one agent, and to the customer whom it is to be sent to. */
export interface FilePlace {
  /** The agent uploaded it. */
  readonly isOwn: boolean
  /** A message or an application carries it. */
  readonly isCarried: boolean
  /** A message or an application of this customer carries it. */
  readonly isCustomers: boolean
  /** It is of a canned reply that the agent may use. */
  readonly isCanned: boolean
}

/** Whether an agent may open a file: what nobody has sent yet is its uploader's alone. */
export const mayOpen = ({
  isOwn,
  isCarried,
  isCanned,
}: Pick<FilePlace, 'isOwn' | 'isCarried' | 'isCanned'>): boolean => isOwn || isCarried || isCanned

/**
 * Whether a file may go to a customer: the sender's own upload, what is of a canned reply and what is this customer's already
 * go, another customer's only once the sender has confirmed it. unknown: for this agent there is no such file.
 */
export function sendingOf(file: FilePlace): 'free' | 'to-confirm' | 'unknown' {
  if (!mayOpen(file)) return 'unknown'
  return file.isOwn || file.isCanned || file.isCustomers ? 'free' : 'to-confirm'
}
