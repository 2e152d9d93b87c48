import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '@parley/core/errors'
import { countedAddress } from './connections.ts'

/** JSON and form bodies. An empty JSON body is no body, on every call; other media types are refused in words. */
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

/** Bytes of bodies that are read before anything shows who sent them. */
export interface UnverifiedLimits {
  readonly all: number
  readonly byAddress: number
}

/** Room for three of Meta’s largest webhooks, of 3 MB, from one address. */
export const unverifiedLimits: UnverifiedLimits = { all: 24 * 1024 * 1024, byAddress: 12 * 1024 * 1024 }

/** Bytes that a piece of a body takes in memory beside its own: a body may come a byte at a time. */
const pieceCost = 512
/** Seconds until a refused body may come again: longer than a body may take. */
const retrySeconds = 15

/** A body on its way. */
interface Coming {
  readonly address: string
  held: number
  readonly refuse: () => void
}

/**
 * Bounds the memory that strangers can fill with bodies, in this process and for each address. What exceeds a limit costs
 * the largest body within it, so that short ones come through while others hold much.
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
        // The framework's reader of the body answers with it and drops what it has read; not while it takes a piece.
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
    /** Set where a secret in the headers shows the sender, other than a session. */
    isVerified: boolean
  }
}

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
