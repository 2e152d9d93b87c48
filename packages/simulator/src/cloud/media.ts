import { fileLimits, sendableAs } from '@parley/core/attachments/rules'
import type { FastifyInstance } from 'fastify'
import { calledNumber, isTokenOf, unknownObject } from '../business.ts'
import { mimeTypePattern } from '../media-store.ts'
import { GraphError } from '../errors.ts'
import type { World } from '../world.ts'

const addressLivesMs = 5 * 60_000

/** POST /{version}/{phone number id}/media: uploads of the business. */
export function mediaUpload(app: FastifyInstance, { media, ids, numbers }: World): void {
  app.post<{ Params: { number: string } }>('/:number/media', async request => {
    request.wireName = 'media upload'
    const business = calledNumber(request, numbers)
    if (!request.isMultipart()) throw new GraphError(100, 'The body must be multipart/form-data.')
    const fields = new Map<string, unknown>()
    let file: { bytes: Buffer; filename: string; mimeType: string } | null = null
    for await (const part of request.parts({ limits: { fileSize: fileLimits.document, files: 1 } })) {
      if (part.type === 'field') fields.set(part.fieldname, part.value)
      else file = { bytes: await part.toBuffer(), filename: part.filename, mimeType: part.mimetype }
    }
    if (fields.get('messaging_product') !== 'whatsapp')
      throw new GraphError(100, 'The parameter messaging_product is required.')
    if (!file) throw new GraphError(100, 'The parameter file is required.')
    const stated = fields.get('type')
    const mimeType = typeof stated === 'string' && stated !== '' ? stated : file.mimeType
    if (!mimeTypePattern.test(mimeType)) throw new GraphError(100, 'Param type must be a MIME type.')
    const fit = sendableAs(mimeType, file.bytes.byteLength)
    if ('problem' in fit && mimeType !== 'image/webp') {
      throw new GraphError(100, `Param file must be a file of a supported type and size. ${fit.problem}`)
    }
    const { id } = media.add({ ...file, id: ids.mediaId(), mimeType, owner: 'business', business })
    return { id }
  })
}

/** GET /{version}/{media id}: the address of a file, for five minutes. It belongs to the number that it came to or was uploaded on. */
export function mediaLookup(app: FastifyInstance, { media, now, faults }: World): void {
  app.get<{ Params: { mediaId: string }; Querystring: { phone_number_id?: string } }>(
    '/:mediaId',
    async request => {
      request.wireName = 'media lookup'
      if (faults.take('media-limited')) {
        throw new GraphError(80007, 'The account has reached its limit of calls.')
      }
      if (faults.take('media-error')) {
        throw new GraphError(131000, 'The file cannot be looked up now.')
      }
      if (faults.take('media-gone')) throw unknownObject(request.params.mediaId)
      const stored = media.get(request.params.mediaId)
      const { phone_number_id: asked = stored?.business.id } = request.query
      if (!stored || stored.business.id !== asked || !isTokenOf(request, stored.business)) {
        throw unknownObject(request.params.mediaId)
      }
      const expires = now().getTime() + addressLivesMs
      return {
        messaging_product: 'whatsapp',
        url: `${request.protocol}://${request.host}/media-bytes/${stored.id}?oe=${expires}`,
        mime_type: stored.mimeType,
        sha256: stored.sha256,
        file_size: stored.bytes.byteLength,
        id: stored.id,
      }
    },
  )
}

/** DELETE /{version}/{media id}: deletes a file. */
export function mediaDeletion(app: FastifyInstance, { media }: World): void {
  app.delete<{ Params: { mediaId: string } }>('/:mediaId', async request => {
    request.wireName = 'media deletion'
    const stored = media.get(request.params.mediaId)
    if (!stored || !isTokenOf(request, stored.business)) throw unknownObject(request.params.mediaId)
    media.remove(stored.id)
    return { success: true }
  })
}

/** GET /media-bytes/{media id}: the file itself. */
export function mediaBytes(app: FastifyInstance, { media, now, faults }: World): void {
  app.get<{ Params: { mediaId: string }; Querystring: { oe?: string } }>(
    '/media-bytes/:mediaId',
    async (request, reply) => {
      request.wireName = 'media download'
      const stored = media.get(request.params.mediaId)
      const fresh = Number(request.query.oe) > now().getTime()
      const own = stored !== undefined && isTokenOf(request, stored.business)
      if (!own || !fresh || faults.take('media-moved')) return reply.code(404).send()
      if (faults.take('media-cut')) {
        request.wireStatus = 'cut off'
        reply.hijack()
        const half = stored.bytes.subarray(0, Math.floor(stored.bytes.byteLength / 2))
        reply.raw.writeHead(200, { 'content-length': stored.bytes.byteLength })
        reply.raw.write(half, () => reply.raw.socket?.resetAndDestroy())
        return reply
      }
      return reply
        .header('content-type', stored.mimeType)
        .header('x-content-type-options', 'nosniff')
        .send(stored.bytes)
    },
  )
}
