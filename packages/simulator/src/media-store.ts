import { createHash } from 'node:crypto'
import type { BusinessNumber } from './business.ts'

/** A file at WhatsApp. */
export type StoredMedia = {
  id: string
  bytes: Buffer
  mimeType: string
  filename: string | null
  /** 64 hex digits. */
  sha256: string
  owner: 'business' | 'customer'
  /** The number in whose chats it may be. */
  business: BusinessNumber
}

/** Types that are safe in a Content-Type header: stored types are sent back in one. */
export const mimeTypePattern = /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/

export type MediaStore = ReturnType<typeof mediaStoreOf>

/** Files in memory. Beyond `maxBytes` the oldest make room for new ones; the newest always stays. */
export function mediaStoreOf(maxBytes: number) {
  const stored = new Map<string, StoredMedia>()
  let total = 0

  function remove(id: string): void {
    total -= stored.get(id)?.bytes.byteLength ?? 0
    stored.delete(id)
  }

  return {
    add(media: Omit<StoredMedia, 'sha256'>): StoredMedia {
      const added = { ...media, sha256: createHash('sha256').update(media.bytes).digest('hex') }
      stored.set(added.id, added)
      total += added.bytes.byteLength
      for (const id of stored.keys()) {
        if (total <= maxBytes || id === added.id) break
        remove(id)
      }
      return added
    },
    get: (id: string) => stored.get(id),
    remove,
  }
}
