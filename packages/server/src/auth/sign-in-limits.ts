import { createHash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countTry, forgivesCodes, secondsLocked, type Tries } from '@parley/core/account/rules'
import { ApiError } from '@parley/core/errors'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { countedAddress } from '../http/connections.ts'

/**
 * Attempts per minute. A sign-in counts by address and username together, so that an office behind one address can sign in.
 * `address` limits one address over all names. A renewal has its own proof, so its limit only protects the server from floods.
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

/** Counts one attempt under this limit. @throws ApiError session.too-many-attempts */
export type CountAttempt = (
  limit: keyof AttemptLimits,
  on: { readonly request: FastifyRequest; readonly name?: string },
) => Promise<void>

/** Counts attempts in this process, so several servers allow more. The database counts tries per account (`sign_in_tries`). */
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
    throw new ApiError('session.too-many-attempts', { seconds: counted.ttlInSeconds })
  }
}

/** A group of tries with one count. */
export interface Counter {
  readonly key: string
  readonly agentId: number | null
}

export const ofAccount = (agentId: number): Counter => ({ key: `agent ${agentId}`, agentId })
export const ofDevice = (device: string, agentId: number): Counter => ({ key: `device ${device}`, agentId })

/** The current password, checked again within a session. Does not delay sign-ins elsewhere. */
export const ofSession = (sessionId: number, agentId: number): Counter => ({
  key: `session ${sessionId}`,
  agentId,
})

/** The codes of an account's second factor, from any browser, session or link. */
export const ofCodes = (agentId: number): Counter => ({ key: `code ${agentId}`, agentId })

/**
 * An unknown name, counted like an account, since it must cost the same work. Unknown names share 4,096 counts, so that
 * guessers fill no table.
 */
export function ofNobody(username: string): Counter {
  const digest = createHash('sha256').update(username.trim().toLowerCase()).digest()
  return { key: `nobody ${digest.readUInt16BE(0) >> 4}`, agentId: null }
}

export interface Begun {
  /** Seconds until the next try is allowed. Null if this one is allowed. */
  readonly seconds: number | null
  /** The count before this try. */
  readonly before: Tries | null
}

/** Counts a try before its password or code is checked. Tries of all processes queue for the row during this transaction. */
export const beginTry = (writer: Writer, counter: Counter): Promise<Begun> =>
  write(writer, async ({ tx, now }) => {
    const before = await lockedTries(tx, counter)
    const { failures, lastAt, lockedUntil } = countTry(before, now)
    // Write in any case, so that a refused try takes as long.
    await tx
      .updateTable('sign_in_tries')
      .set({ failures, last_at: lastAt, locked_until: lockedUntil })
      .where('counter', '=', counter.key)
      .execute()
    return { seconds: secondsLocked(before, now), before }
  })

/** Creates the row of a first try, so that two first ones queue too. */
async function lockedTries(tx: Tx, { key, agentId }: Counter): Promise<Tries | null> {
  await tx
    .insertInto('sign_in_tries')
    .values({ counter: key, agent_id: agentId, failures: 0, last_at: new Date(0) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('sign_in_tries')
    .select(['failures', 'last_at as lastAt', 'locked_until as lockedUntil'])
    .where('counter', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.failures === 0 ? null : row
}

/** Resets the count after a right password. */
export async function forgetTries(tx: Tx, counter: Counter): Promise<void> {
  await tx.deleteFrom('sign_in_tries').where('counter', '=', counter.key).execute()
}

/** After a right code: takes it out of the count, and forgets old failures. */
export async function forgiveCode(
  { tx, now }: TxContext,
  counter: Counter,
  before: Tries | null,
): Promise<void> {
  if (before === null || forgivesCodes(before, now)) return forgetTries(tx, counter)
  await tx
    .updateTable('sign_in_tries')
    .set(eb => ({
      failures: eb('failures', '-', 1),
      last_at: before.lastAt,
      locked_until: before.lockedUntil,
    }))
    .where('counter', '=', counter.key)
    .execute()
}
