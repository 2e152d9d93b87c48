import { mostShownPixels } from '@parley/core/attachments/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dispositionOf, savedName } from './file-name.ts'
import { isRaster, thumbnailType } from './picture.ts'
import type { AttachmentRow } from './queries.ts'
import { byteRangeOf } from './range.ts'
import type { ByteRange, FileStore } from './store.ts'

/** What a browser shows without running anything, and without a gigabyte: the rest is offered for saving. */
const opensInline = ({ mime_type: type, has_thumbnail: isSeen, width, height }: ReadyRow): boolean =>
  /^(audio|video)\//.test(type) ||
  (isRaster(type) && isSeen && (width ?? 0) * (height ?? 0) <= mostShownPixels)

/**
 * Headers of every attachment answer. A customer's file must never run beside the agent's token, and no other site may
 * use it. Content never changes under its address, but each time the session is asked: who has signed out sees nothing
 * from the browser's memory.
 */
const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-cache',
} as const

/** A file that is there: its row with a key and a size. */
export type ReadyRow = AttachmentRow & { readonly storage_key: string; readonly size: number }

/** Sends a file, or the part that a Range header asks for. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  row: ReadyRow,
): Promise<FastifyReply> {
  const tag = `"${row.storage_key}"`
  const kind = opensInline(row) ? 'inline' : 'attachment'
  reply.headers({
    ...guards,
    etag: tag,
    'accept-ranges': 'bytes',
    'content-disposition': dispositionOf(kind, savedName(row.name, row.mime_type)),
    'content-type': row.mime_type === 'text/plain' ? 'text/plain; charset=utf-8' : row.mime_type,
  })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  const range = currentRange(request, tag, row.size)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${row.size}`).send()
  }
  const bytes = await store.read(row.storage_key, range ?? undefined)
  if (range === null) return reply.header('content-length', row.size).send(bytes)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${row.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(bytes)
}

/** Sends the small copy of a picture. */
export async function sendThumbnail(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  row: ReadyRow,
): Promise<FastifyReply> {
  const tag = `"${row.storage_key}.thumbnail"`
  reply.headers({
    ...guards,
    etag: tag,
    'content-disposition': dispositionOf('inline', row.name),
    'content-type': thumbnailType,
  })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.send(await store.readThumbnail(row.storage_key))
}

/** A range counts only for the content it was made for (If-Range). */
function currentRange(
  request: FastifyRequest,
  tag: string,
  size: number,
): ByteRange | null | 'unsatisfiable' {
  const made = request.headers['if-range']
  return made === undefined || made === tag ? byteRangeOf(request.headers.range, size) : null
}
