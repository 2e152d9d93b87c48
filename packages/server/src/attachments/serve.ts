import type { FastifyReply, FastifyRequest } from 'fastify'
import { mostShownPixels } from '@parley/core/attachments/rules'
import { dispositionOf, savedName } from './file-name.ts'
import type { AttachmentRow } from './queries.ts'
import type { ByteRange, FileStore } from './store.ts'
import { isRaster, thumbnailType } from './stored-file.ts'

/** Media that a browser shows without running code or using a gigabyte; other files are offered for saving. */
const opensInline = ({ mime_type: type, has_thumbnail: isSeen, width, height }: ReadyRow): boolean =>
  /^(audio|video)\//.test(type) ||
  (isRaster(type) && isSeen && (width ?? 0) * (height ?? 0) <= mostShownPixels)

/**
 * Headers of every attachment response. A customer's file must never run with the agent's token, and no other site may use it.
 * Content never changes, but each request checks the session, so a signed-out browser shows nothing from its cache.
 */
const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-cache',
} as const

export type ReadyRow = AttachmentRow & { readonly storage_key: string; readonly size: number }

/** Sends a file, or the part that a Range header requests. */
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

/** A range holds only for the content in If-Range. */
function currentRange(
  request: FastifyRequest,
  tag: string,
  size: number,
): ByteRange | null | 'unsatisfiable' {
  const made = request.headers['if-range']
  return made === undefined || made === tag ? byteRangeOf(request.headers.range, size) : null
}

/**
 * The part of a file of `size` bytes that a Range header requests (RFC 9110, 14). Null, the whole file: no header, several
 * ranges, or another unit than bytes. `unsatisfiable` is answered with 416.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '')
  if (parts === null) return null
  const [, first = '', last = ''] = parts
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
