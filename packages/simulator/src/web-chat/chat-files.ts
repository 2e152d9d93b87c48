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

export type ChatFiles = {
  add: (file: { name: string; mimeType: string; bytes: Buffer }) => FileView
  get: (id: string) => { view: FileView; bytes: Buffer } | undefined
}

const mostBytes = 300 * 1024 * 1024

/** Files in memory, the oldest given up for new ones; the newest always stays. */
export function chatFiles(newId: () => string): ChatFiles {
  const stored = new Map<string, { view: FileView; bytes: Buffer }>()
  let total = 0
  return {
    add({ name, mimeType, bytes }) {
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
    get: id => stored.get(id),
  }
}

const beginnings: readonly (readonly [type: string, first: string])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
]

/** The type of a picture by its first bytes, whatever it was said to be; null for anything else. */
export function pictureType(bytes: Buffer): string | null {
  const first = bytes.subarray(0, 12).toString('latin1')
  if (first.startsWith('RIFF') && first.endsWith('WEBP')) return 'image/webp'
  return beginnings.find(([, beginning]) => first.startsWith(beginning))?.[0] ?? null
}

/** Bodies of this app's calls are files, of any type and at most so large. */
export function takeFiles(app: FastifyInstance, mostBytes: number): void {
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
