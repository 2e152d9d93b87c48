import type { FastifyInstance } from 'fastify'
import type { WireLog } from './wire-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the wire log calls this request. */
    wireName: string | null
    /** What became of the request when it was not an answer. */
    wireStatus: string | null
  }
}

/** Puts every request below `app` into the wire log when its answer is out, or its connection gone. */
export function recordOnWire(app: FastifyInstance, log: WireLog): void {
  app.decorateRequest('wireName', null)
  app.decorateRequest('wireStatus', null)
  app.addHook('onRequest', (request, reply, done) => {
    const started = performance.now()
    reply.raw.once('close', () => {
      log.add({
        direction: 'in',
        what: request.wireName ?? `${request.method} ${request.url.split('?')[0]}`,
        status: request.wireStatus ?? reply.raw.statusCode,
        ms: Math.round(performance.now() - started),
      })
    })
    done()
  })
}
