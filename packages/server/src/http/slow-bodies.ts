import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasBody } from './unverified-bodies.ts'

/**
 * Milliseconds: the headers of a request, its body, and an upload as a whole. A line of 256 KB/s needs seven minutes for the
 * largest file. `check`: how often the first and the last are looked at; `linger`: how long what is left of a refused body is read.
 */
export const patience = {
  headers: 10_000,
  body: 10_000,
  upload: 15 * 60_000,
  check: 2_000,
  linger: 1_000,
}

/** Refused bodies that are read on at a time, for their answers' sake: a flood of them must not keep the process reading. */
const lingersAtOnce = 8
let lingering = 0

/**
 * Ends a connection whose request's body has not come in time, or was answered before it came: an unfinished body holds
 * memory and a connection, and anybody can begin one. A signed-in agent's upload may take longer: for it the server's own
 * limit for whole requests holds, and its refusal waits for the rest of the file.
 */
export function hangUpOnSlowBodies(
  app: FastifyInstance,
  limits: Pick<typeof patience, 'body' | 'linger'>,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (hasBody(raw.headers)) {
      const timer = setTimeout(() => {
        if (!isOwnUpload(request)) raw.destroy()
      }, limits.body)
      timer.unref()
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    hangUpOnUnreadBody(reply, limits.linger)
    done(null, payload)
  })
}

/** Lets an answer close the connection if the request's body has not come yet. Call it before the answer leaves. */
export function hangUpOnUnreadBody(reply: FastifyReply, lingerMs: number): void {
  const { request } = reply
  const { headers, readableLength, socket } = request.raw
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : Infinity
  // Requests of `inject` do not say. What has come to its last byte may not be complete yet.
  const isComplete: unknown = request.raw.complete
  if (!hasBody(headers) || isComplete !== false || readableLength === length || isOwnUpload(request)) return
  reply.header('connection', 'close')
  // Node.js calls it behind the answer, and closes. That resets the connection, and a client that is still sending would
  // lose the answer.
  // A connection that has gone already would hold its place for good.
  if (lingering >= lingersAtOnce || socket.destroyed) return
  lingering += 1
  socket.once('close', () => (lingering -= 1))
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

const isOwnUpload = ({ caller, routeOptions }: FastifyRequest): boolean =>
  caller !== null && routeOptions.config.call?.encoding === 'multipart'
