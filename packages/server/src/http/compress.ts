import zlib from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Characters. A shorter answer fits into one packet as it is. */
const shortest = 1024
/** Higher levels save a tenth of the bytes for twice the time. */
const level = 1

/**
 * Compresses JSON answers for clients that accept gzip, but for problems and for answers that carry a secret. Files are
 * sent as they are: most of them are compressed by themselves.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const { call } = request.routeOptions.config
    const isShort = typeof payload !== 'string' || payload.length < shortest
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (isShort || !isJson || reply.statusCode >= 400 || call?.secret === true) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    if (!acceptsGzip(request.headers['accept-encoding'])) return done(null, payload)
    reply.header('content-encoding', 'gzip')
    zlib.gzip(payload, { level }, done)
  })
}

/** Whether the header names gzip, and not with a weight of 0. */
const acceptsGzip = (header: string | string[] | undefined): boolean =>
  /(^|[ ,])gzip *(?!;? *q=0(\.0*)? *(,|$))([;,]|$)/i.test(String(header ?? ''))
