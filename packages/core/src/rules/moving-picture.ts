import type { AttachmentEntity } from '../api/attachments.ts'
import { isOpenable } from './attachment.ts'

/** Bytes of the largest animated sticker that WhatsApp takes. */
const largestSticker = 500 * 1024

/** Where a picture that may move is, small enough to be shown whole in a thread; null: its small still copy is shown. */
export const movingUrl = ({
  mime_type: type,
  size,
  preview_url: url,
}: Pick<AttachmentEntity, 'mime_type' | 'size' | 'preview_url'>): string | null =>
  type === 'image/webp' && size !== null && size <= largestSticker && url !== null && isOpenable(url)
    ? url
    : null
