import type { FastifyInstance } from 'fastify'

/** Milliseconds: the headers of a request, its body, and an upload as a whole. A line of 256 KB/s needs seven minutes for the largest file. */
export const patience = { headers: 15_000, body: 10_000, upload: 15 * 60_000 }
/** Connections of all browsers and of WhatsApp together; more are not taken. Far above what 200 agents open. */
export const mostConnections = 4_096

/**
 * Hangs up on a request whose body has not come in time: an unfinished one holds memory and a connection, and anybody can
 * open one. Files may take longer; the server's own limit for whole requests holds for them.
 */
export function hangUpOnSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request
    const isUpload = routeOptions.config.call?.encoding === 'multipart'
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0
    if (hasBody && !isUpload) {
      const timer = setTimeout(() => raw.destroy(), bodyMs)
      timer.unref()
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
}
