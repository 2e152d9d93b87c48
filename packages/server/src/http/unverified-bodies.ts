import { Refusal } from '@parley/core/errors'
import type { FastifyInstance } from 'fastify'
import { countedAddress } from './counted-address.ts'

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
            payload.emit('error', new Refusal('server.unavailable', { seconds: retrySeconds })),
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
