import { Refusal } from '@parley/core/errors'
import type { FastifyInstance } from 'fastify'
import { countedAddress } from './counted-address.ts'

/** What is read before anything shows who sent it. */
export interface UnverifiedLimits {
  /** Bytes of bodies. */
  readonly all: number
  readonly byAddress: number
  /** Bodies on their way. */
  readonly bodies: number
  readonly bodiesByAddress: number
}

/** Room for three of Meta’s largest webhooks, of 3 MB, from one address, and for an office that signs in at once. */
export const unverifiedLimits: UnverifiedLimits = {
  all: 24 * 1024 * 1024,
  byAddress: 12 * 1024 * 1024,
  bodies: 256,
  bodiesByAddress: 64,
}

/** Bytes that a piece of a body takes in memory beside its own: a body may come a byte at a time. */
const pieceCost = 512
/** Seconds until a refused body may come again: longer than a body may take. */
const retrySeconds = 15

/** A body on its way. */
interface Coming {
  readonly address: string
  readonly sender: Sender
  held: number
  readonly refuse: () => void
}

/** What one address sends, the oldest first. */
interface Sender {
  readonly bodies: Set<Coming>
  held: number
}

/**
 * Bounds the memory that strangers can fill with bodies, in this process and for each address. One too many costs the
 * oldest, and too many bytes the largest, so that those that are short and come at once get through.
 */
export function limitUnverifiedBodies(app: FastifyInstance, limits: UnverifiedLimits): void {
  const coming = new Set<Coming>()
  const senders = new Map<string, Sender>()
  let heldByAll = 0

  const hold = (one: Coming, bytes: number) => {
    one.held += bytes
    one.sender.held += bytes
    heldByAll += bytes
  }
  const release = (one: Coming) => {
    if (!coming.delete(one)) return
    hold(one, -one.held)
    one.sender.bodies.delete(one)
    if (one.sender.bodies.size === 0) senders.delete(one.address)
  }
  const refuse = (one: Coming) => {
    release(one)
    one.refuse()
  }
  const refuseOldest = ([oldest]: Iterable<Coming>) => {
    if (oldest !== undefined) refuse(oldest)
  }
  const refuseLargest = (bodies: Iterable<Coming>) =>
    refuse([...bodies].reduce((most, one) => (one.held > most.held ? one : most)))

  app.decorateRequest('isVerified', false)
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.caller === null && !request.isVerified && hasBody(request.headers)) {
      const address = countedAddress(request.ip)
      const sender = senders.get(address) ?? { bodies: new Set(), held: 0 }
      const one: Coming = {
        address,
        sender,
        held: 0,
        // The framework's reader of the body answers with it and drops what it has read; not while it takes a piece.
        refuse: () =>
          queueMicrotask(() =>
            payload.emit('error', new Refusal('server.unavailable', { seconds: retrySeconds })),
          ),
      }
      if (sender.bodies.size >= limits.bodiesByAddress) refuseOldest(sender.bodies)
      if (coming.size >= limits.bodies) refuseOldest(coming)
      coming.add(one)
      sender.bodies.add(one)
      senders.set(address, sender)
      payload.on('data', (bytes: Buffer) => {
        if (!coming.has(one)) return
        hold(one, bytes.length + pieceCost)
        if (sender.held > limits.byAddress) refuseLargest(sender.bodies)
        if (heldByAll > limits.all) refuseLargest(coming)
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
