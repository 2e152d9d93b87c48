import { api as calls, basePath, type Call } from '@parley/core/api'
import type * as z from 'zod'
import { clearSession, storedSession } from './session-store.ts'

const TIMEOUT_MS = 10_000

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

/** What a call answered, with the headers that say more than the body. */
export interface Answer<T> {
  readonly value: T
  readonly headers: Headers
}

/** A call that was refused, or got no answer (`status` null: offline, unreachable or longer than 10 s). */
export class ApiFailure extends Error {
  readonly status: number | null
  /** The server's sentence for a person, when it gave one. */
  readonly detail: string | null

  constructor(status: number | null, detail: string | null, cause?: unknown) {
    super(detail ?? (status === null ? 'The server did not answer' : `The server answered ${status}`), {
      cause,
    })
    this.name = 'ApiFailure'
    this.status = status
    this.detail = detail
  }
}

type Client = {
  readonly [K in keyof typeof calls]: object extends Args<(typeof calls)[K]>
    ? (args?: Args<(typeof calls)[K]>) => Promise<Answer<Reply<(typeof calls)[K]>>>
    : (args: Args<(typeof calls)[K]>) => Promise<Answer<Reply<(typeof calls)[K]>>>
}

type Fields = Record<string, string | number | boolean | undefined>

type LooseArgs = {
  params?: Record<string, string>
  query?: Fields
  body?: Fields
  signal?: AbortSignal
}

/** The server's calls by name, typed by the contract. Rejects with `ApiFailure`. */
export const api = Object.fromEntries(
  Object.entries(calls).map(([name, call]) => [name, (args: LooseArgs = {}) => ask(call, args)]),
) as unknown as Client

async function ask(call: Call, args: LooseArgs): Promise<Answer<unknown>> {
  const response = await send(call, args)
  if (response.status === 401 && call.access !== 'public') clearSession()
  if (response.status === 403) console.warn('The server refused these credentials (403)')
  const value = response.status === 204 ? null : await bodyOf(response)
  if (!response.ok) throw new ApiFailure(response.status, detailOf(value))
  return { value, headers: response.headers }
}

async function send(call: Call, { params = {}, query = {}, body, signal }: LooseArgs): Promise<Response> {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = formOf(query).toString()
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await fetch(`${basePath}${path}${search && `?${search}`}`, {
      method: call.method,
      headers: headersOf(call, body !== undefined),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      body: body === undefined ? null : call.encoding === 'form' ? formOf(body) : JSON.stringify(body),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiFailure(null, null, cause)
  }
}

function headersOf(call: Call, hasBody: boolean): HeadersInit {
  const token = call.access === 'public' ? undefined : storedSession()?.token
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(hasBody && call.encoding !== 'form' && { 'content-type': 'application/json' }),
  }
}

const formOf = (fields: Fields): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (response.ok) throw new ApiFailure(response.status, null, cause)
    return null // a gateway's own page: the status says enough
  }
}

const detailOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string'
    ? body.detail
    : null
