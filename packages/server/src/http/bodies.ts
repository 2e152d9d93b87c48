import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '@parley/core/errors'
import { countedAddress } from './connections.ts'

/** Accepts JSON and form bodies. An empty JSON body counts as none, on every call. Other media types get a readable error. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  await app.register(formbody)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    const body = String(text)
    if (body.trim() === '') return done(null, undefined)
    try {
      return done(null, JSON.parse(body))
    } catch {
      // The parser's own message quotes the text, which may be a customer's.
      return done(ApiError.field('body', 'is not valid JSON'))
    }
  })
}

/** Limits in bytes for bodies that are read before the sender is verified. */
export interface UnverifiedLimits {
  readonly all: number
  readonly byAddress: number
}

/** One address may send three of Meta’s largest webhooks (3 MB) at a time, with room to spare. */
export const unverifiedLimits: UnverifiedLimits = { all: 24 * 1024 * 1024, byAddress: 12 * 1024 * 1024 }

/** Bytes of memory that each chunk of a body costs beside its content. A body may come a byte at a time. */
const pieceCost = 512
/** Seconds until a refused body may come again: longer than the time limit of a body. */
const retrySeconds = 15

/** A body that is still arriving. */
interface Coming {
  readonly address: string
  held: number
  readonly refuse: () => void
}

/**
 * Limits the memory that unverified senders can fill with bodies, in this process and for each address. At a limit the largest
 * body within it is refused, so that short bodies pass while others fill the memory.
 */
export function limitUnverifiedBodies(app: FastifyInstance, limits: UnverifiedLimits): void {
  const coming = new Set<Coming>()
  const heldBy = new Map<string, number>()
  let heldByAll = 0

  const hold = (one: Coming, bytes: number) => {
    one.held += bytes
    heldByAll += bytes
    const here = (heldBy.get(one.address) ?? 0) + bytes
    if (here === 0) heldBy.delete(one.address)
    else heldBy.set(one.address, here)
  }
  const release = (one: Coming) => {
    if (coming.delete(one)) hold(one, -one.held)
  }
  const refuseLargest = (bodies: readonly Coming[]) => {
    const largest = bodies.reduce((most, one) => (one.held > most.held ? one : most))
    release(largest)
    largest.refuse()
  }

  app.decorateRequest('isVerified', false)
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.caller === null && !request.isVerified && hasBody(request.headers)) {
      const one: Coming = {
        address: countedAddress(request.ip),
        held: 0,
        // The framework's body reader sends this error and drops the read chunks. It must not run while the reader handles a
        // chunk.
        refuse: () =>
          queueMicrotask(() =>
            payload.emit('error', new ApiError('server.unavailable', { seconds: retrySeconds })),
          ),
      }
      coming.add(one)
      payload.on('data', (bytes: Buffer) => {
        if (!coming.has(one)) return
        hold(one, bytes.length + pieceCost)
        if ((heldBy.get(one.address) ?? 0) > limits.byAddress)
          refuseLargest([...coming].filter(({ address }) => address === one.address))
        if (heldByAll > limits.all) refuseLargest([...coming])
      })
      const end = () => release(one)
      payload.once('end', end).on('error', end)
      reply.raw.once('close', end)
    }
    done(null, payload)
  })
}

/** Whether a request announces a body. */
export const hasBody = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a secret in the headers, other than a session, proves the sender. */
    isVerified: boolean
  }
}

/**
 * Milliseconds: for the headers of a request, for its body, and for an upload as a whole. A line of 256 KB/s needs seven minutes
 * for the largest file. `check`: the interval of checking the first and the last. `linger`: the time to read the rest of a
 * refused body.
 */
export const patience = {
  headers: 10_000,
  body: 10_000,
  upload: 15 * 60_000,
  check: 2_000,
  linger: 1_000,
}

/** Refused bodies that are still read at one time, so that clients get their replies. More would keep the process reading. */
const lingersAtOnce = 8
let lingering = 0

/**
 * Closes a connection if the request's body is late, or if the reply was sent before the body came. An unfinished body holds
 * memory and a connection, and anyone can start one. A signed-in agent's upload may take longer: the server's limit for whole
 * requests applies. Its refusal waits for the rest of the file.
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

/** Makes a reply close the connection if the request's body has not come yet. Call it before the reply is sent. */
export function hangUpOnUnreadBody(reply: FastifyReply, lingerMs: number): void {
  const { request } = reply
  const { headers, readableLength, socket } = request.raw
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : Infinity
  // Requests of `inject` do not have `complete`. A body whose last byte has come may not be complete yet.
  const isComplete: unknown = request.raw.complete
  if (!hasBody(headers) || isComplete !== false || readableLength === length || isOwnUpload(request)) return
  reply.header('connection', 'close')
  // Node.js calls `destroySoon` after the reply and closes. That resets the connection, and a client that is still sending would
  // lose the reply.
  // A connection that is closed already would keep its place for good.
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
