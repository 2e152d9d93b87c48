import { api as calls, type Call } from '@parley/core/calls'
import type { TokenAnswer } from '@parley/core/account/session'
import { basePath } from '@parley/core/paths'
import { keepOpen, readOpen } from './device/device-store.ts'
import { ownSession, clearSession, type Session, seesOtherToken, storeSession } from './session-store.ts'
import { type BegunRenewal, createRenewal, type Renewed } from './renewal.ts'
import { noteRefusal, ApiFailure, refusal, signedOut } from './api-failure.ts'
import { noteServerTime } from './server-clock.ts'
import type { Answer } from '@parley/core/live/fetchers'
import type * as z from 'zod'

const journalKey = 'renewal'

/** What is left of the last renewal would open the session again, as long as the server does not know that it has ended. */
export const forgetRenewal = (): Promise<void> => keepOpen(journalKey, undefined)

/** This page, as its clients see it. */
export const here: CallerWorld = {
  base: basePath,
  token: () => ownSession()?.token ?? null,
  renew: refusedToken => renewSession(refusedToken),
  refused: noteRefusal,
  fetch: async (input, init) => {
    const response = await fetch(input, init)
    noteServerTime(response.headers.get('Date'), Date.now())
    return response
  },
}

/** The one client of this page, for the one agent that it works for. Every function rejects with `ApiFailure` alone. */
export const api = createClient(calls, here)

/** A client with a different timeout, token, renewal or fetch. */
export const apiWith = (changes: Partial<CallerWorld>): Client<typeof calls> =>
  createClient(calls, { ...here, ...changes })

/** The browser finishes these requests after the page has closed. */
export const keepAlive: Pick<CallerWorld, 'fetch'> = {
  fetch: (input, init) => here.fetch(input, { ...init, keepalive: true }),
}

/** The client of a session that begins or ends: its calls outlive the page, and are not repeated with another token. */
export const clientOf = ({ token }: Session): Client<typeof calls> =>
  apiWith({ ...keepAlive, token: () => token, renew: async () => 'ended' })

/** Where a file is sent, below `basePath`. */
export const uploadPath = calls.uploadDocument.path

/** Renews the session whose access token was refused or has run out; all tabs share one renewal. */
export const renewSession = createRenewal({
  session: ownSession,
  store: storeSession,
  clear: clearSession,
  seesOther: token => seesOtherToken(token, 2_000),
  // Web Locks exist in secure contexts only; without them the tabs of one browser are not kept apart.
  alone: run => ('locks' in navigator ? navigator.locks.request('parley-renewal', run) : run()),
  journal: {
    read: async () => (await readOpen<BegunRenewal>(journalKey)) ?? null,
    write: begun => keepOpen(journalKey, begun),
    clear: forgetRenewal,
  },
  ask: async ({ refreshToken, renewalId }) => {
    const body = { grant_type: 'refresh_token', refresh_token: refreshToken, renewal_id: renewalId } as const
    return (await api.token({ body })).value as TokenAnswer
  },
  newId: () => newId(),
})

/** An id of our own for a renewal or a message. Also works where crypto.randomUUID is missing: on plain http. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), word => word.toString(36)).join('-')

/** A call is given up after this (milliseconds), unless its world says otherwise. */
export const callTimeoutMs = 10_000

type Input<T> = T extends z.ZodType ? z.input<T> : never
type Part<K extends string, T> = T extends z.ZodType
  ? undefined extends z.input<T>
    ? { readonly [P in K]?: z.input<T> }
    : object extends z.input<T>
      ? { readonly [P in K]?: z.input<T> }
      : { readonly [P in K]: z.input<T> }
  : unknown
type Field<C, K extends string> = C extends { readonly [P in K]: infer T } ? T : undefined
type Args<C extends Call> = Part<'params', Field<C, 'params'>> &
  Part<'query', Field<C, 'query'>> &
  Part<'body', Field<C, 'body'>> & { readonly signal?: AbortSignal }
type Reply<C extends Call> = C['reply'] extends null ? null : Input<C['reply']>

/** A function for each declared call. Each rejects with `ApiFailure` alone. */
export type Client<Calls extends Readonly<Record<string, Call>>> = {
  readonly [K in keyof Calls]: object extends Args<Calls[K]>
    ? (args?: Args<Calls[K]>) => Promise<Answer<Reply<Calls[K]>>>
    : (args: Args<Calls[K]>) => Promise<Answer<Reply<Calls[K]>>>
}

/** What the client needs of the world around it. */
export interface CallerWorld {
  /** Where paths begin, for instance "/api/v1". */
  readonly base: string
  /** The token of one and the same agent at every call; null while that agent is not signed in. */
  token(): string | null
  /** Renews the session whose token was refused. */
  renew(refusedToken: string | null): Promise<Renewed>
  fetch: typeof fetch
  /** Milliseconds after which a call is given up. */
  readonly longestMs?: number
  /** Hears of each refusal. */
  refused?(failure: ApiFailure): void
}

type Fields = Readonly<Record<string, unknown>>
type Scalar = string | number | boolean
interface LooseArgs {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Fields
  readonly body?: Fields
  readonly signal?: AbortSignal
}

/** What making a call needs of its declaration; the build leaves the rest out (`routesAlone` in vite.config.ts). */
export type Route = Pick<Call, 'method' | 'path' | 'access' | 'encoding'>

/** The typed client of declared calls: bearer, 10 s time-out, one renewal and one retry after a 401. */
export function createClient<Calls extends Readonly<Record<string, Call>>>(
  calls: Calls,
  world: CallerWorld,
): Client<Calls> {
  const byName = Object.entries<Route>(calls).map(([name, call]) => [
    name,
    (args: LooseArgs = {}) => ask(world, call, args),
  ])
  return Object.fromEntries(byName) as Client<Calls>
}

async function ask(world: CallerWorld, call: Route, args: LooseArgs): Promise<Answer<unknown>> {
  const response =
    call.access === 'session'
      ? await withToken(world, token => send(world, call, args, token))
      : await send(world, call, args, world.token())
  if (response.status === 403) console.warn('The server refused these credentials (403)')
  const body = await bodyOf(response)
  if (!response.ok) {
    const failure = refusal(response.status, body, response.headers.get('Retry-After'))
    world.refused?.(failure)
    throw failure
  }
  const { headers } = response
  return {
    value: body,
    seq: numberOf(headers.get('Parley-Seq')),
    total: numberOf(headers.get('Parley-Total')),
    counts: headers.get('Parley-Counts'),
  }
}

/** Runs what needs the token; where it answers 401, once more with a renewed one. */
export async function withToken<T extends { readonly status: number }>(
  world: Pick<CallerWorld, 'token' | 'renew'>,
  run: (token: string) => Promise<T>,
): Promise<T> {
  const token = world.token()
  if (token === null) throw signedOut()
  const first = await run(token)
  if (first.status !== 401) return first
  const renewed = await world.renew(token)
  if (renewed === 'unreachable') throw new ApiFailure({ kind: 'network' })
  const next = world.token()
  // The agent may also have left between the renewal and now.
  if (renewed === 'ended' || next === null) throw signedOut()
  return run(next)
}

async function send(
  world: CallerWorld,
  call: Route,
  { params = {}, query = {}, body, signal }: LooseArgs,
  token: string | null,
): Promise<Response> {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = formOf(query).toString()
  const timeout = AbortSignal.timeout(world.longestMs ?? callTimeoutMs)
  try {
    const response = await world.fetch(`${world.base}${path}${search && `?${search}`}`, {
      method: call.method,
      headers: headersOf(call, body !== undefined, token),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      body: body === undefined ? null : call.encoding === 'form' ? formOf(body) : JSON.stringify(body),
    })
    // Read here, so that the time-out also covers an answer that stops half way.
    const bytes = await response.arrayBuffer()
    const bodiless = response.status === 204 || response.status === 304
    return new Response(bodiless ? null : bytes, response)
  } catch (cause) {
    throw new ApiFailure({ kind: timeout.aborted ? 'timeout' : 'network', cause })
  }
}

const headersOf = (call: Route, hasBody: boolean, token: string | null): HeadersInit => ({
  ...(token !== null && call.access !== 'public' && { authorization: `Bearer ${token}` }),
  ...(hasBody && call.encoding !== 'form' && { 'content-type': 'application/json' }),
})

const formOf = (fields: Fields): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value as Scalar)]],
    ),
  )

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    // A refusal whose body is a gateway's own page is still a refusal: its status says enough.
    if (!response.ok) return null
    throw new ApiFailure({ kind: 'malformed', status: response.status, cause })
  }
}

const numberOf = (header: string | null): number | null => {
  const number = header === null || header === '' ? Number.NaN : Number(header)
  return Number.isFinite(number) ? number : null
}
