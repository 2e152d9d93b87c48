import rateLimit from '@fastify/rate-limit'
import { Refusal } from '@parley/core/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countedAddress } from '../http/counted-address.ts'

/**
 * Attempts per minute. A sign-in counts by address and username together, so that an office behind one address can sign
 * in; `address` limits one address over all names. A renewal carries its own proof, and is only kept from hammering.
 */
export interface AttemptLimits {
  readonly signIn: number
  readonly address: number
  readonly renewal: number
  readonly reset: number
  /** By address, since each registration costs a password hash. */
  readonly register: number
}

export const productionLimits: AttemptLimits = {
  signIn: 10,
  address: 200,
  renewal: 600,
  reset: 10,
  register: 10,
}

/** A demo's password is public, and tests sign in often. */
export const demoLimits: AttemptLimits = {
  signIn: 600,
  address: 6_000,
  renewal: 6_000,
  reset: 600,
  register: 600,
}

/** Counts one attempt under this limit. @throws Refusal session.too-many-attempts */
export type CountAttempt = (
  limit: keyof AttemptLimits,
  on: { readonly request: FastifyRequest; readonly name?: string },
) => Promise<void>

/** Counts attempts in this process, so several servers allow more. The database counts tries per account (`sign-in-tries`). */
export async function attemptCounter(app: FastifyInstance, limits: AttemptLimits): Promise<CountAttempt> {
  await app.register(rateLimit, { global: false })
  const names = new WeakMap<FastifyRequest, string>()
  const counter = (limit: keyof AttemptLimits) =>
    app.createRateLimit({
      max: limits[limit],
      timeWindow: 60_000,
      keyGenerator: request => `${limit} ${countedAddress(request.ip)} ${names.get(request) ?? ''}`,
    })
  const counters = {
    signIn: counter('signIn'),
    address: counter('address'),
    renewal: counter('renewal'),
    reset: counter('reset'),
    register: counter('register'),
  }
  return async (limit, { request, name }) => {
    names.set(request, name?.trim().toLowerCase() ?? '')
    const counted = await counters[limit](request)
    if (counted.isAllowed || !counted.isExceeded) return
    throw new Refusal('session.too-many-attempts', { seconds: counted.ttlInSeconds })
  }
}
