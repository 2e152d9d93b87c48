import { createHash } from 'node:crypto'
import type { BusinessNumber } from './business.ts'

/** A file that lies at WhatsApp. */
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

export type MediaStore = {
  add: (media: Omit<StoredMedia, 'sha256'>) => StoredMedia
  get: (id: string) => StoredMedia | undefined
  remove: (id: string) => void
}

/** Files in memory, the oldest given up for new ones beyond `maxBytes`; the newest always stays. */
export function mediaStoreOf(maxBytes: number): MediaStore {
  const stored = new Map<string, StoredMedia>()
  let total = 0
  return {
    add(media) {
      const added = { ...media, sha256: createHash('sha256').update(media.bytes).digest('hex') }
      stored.set(added.id, added)
      total += added.bytes.byteLength
      for (const [id, old] of stored) {
        if (total <= maxBytes || id === added.id) break
        stored.delete(id)
        total -= old.bytes.byteLength
      }
      return added
    },
    get: id => stored.get(id),
    remove(id) {
      total -= stored.get(id)?.bytes.byteLength ?? 0
      stored.delete(id)
    },
  }
}
