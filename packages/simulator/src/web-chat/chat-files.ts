import type { FastifyInstance } from 'fastify'
import { ApiError } from './errors.ts'

/** A file as a message names it. */
export type FileView = {
  /** Not guessable: the id alone gives access to the file. */
  id: string
  name: string
  mime_type: string
  size: number
  /** A browser may show it within the page. */
  picture: boolean
}

export type ChatFiles = ReturnType<typeof chatFiles>

const mostBytes = 300 * 1024 * 1024

/** Files in memory. The oldest make room for new ones; the newest always stays. */
export function chatFiles(newId: () => string) {
  const stored = new Map<string, { view: FileView; bytes: Buffer }>()
  let total = 0
  return {
    add({ name, mimeType, bytes }: { name: string; mimeType: string; bytes: Buffer }): FileView {
      const picture = pictureType(bytes)
      const type = picture ?? mimeType
      const view = { id: newId(), name, mime_type: type, size: bytes.byteLength, picture: picture !== null }
      stored.set(view.id, { view, bytes })
      total += view.size
      for (const [id, old] of stored) {
        if (total <= mostBytes || id === view.id) break
        stored.delete(id)
        total -= old.view.size
      }
      return view
    },
    get: (id: string) => stored.get(id),
  }
}

const beginnings: readonly (readonly [type: string, first: string])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
]

/** The type of a picture by its first bytes; null for any other file. */
export function pictureType(bytes: Buffer): string | null {
  const first = bytes.subarray(0, 12).toString('latin1')
  if (first.startsWith('RIFF') && first.endsWith('WEBP')) return 'image/webp'
  return beginnings.find(([, beginning]) => first.startsWith(beginning))?.[0] ?? null
}

/** Reads the bodies of this app's calls as files of any type, up to a size. */
export function acceptFiles(app: FastifyInstance, mostBytes: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
    done(null, body),
  )
}

/** @throws ApiError 400 when nothing came */
export function fileBytes(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.byteLength === 0) throw new ApiError(400, 'The file is empty.')
  return body
}
