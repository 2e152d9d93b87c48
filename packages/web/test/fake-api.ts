import { api as calls, basePath, type Call, sockets } from '@parley/core/calls'
import { ApiError } from '@parley/core/errors'
import type { Facts, ProblemCode } from '@parley/core/problems'
import type { SocketEvent } from '@parley/core/sockets/api'
import type * as z from 'zod'
import { sampleOf } from './sample-of.ts'

type Calls = typeof calls
export type CallName = keyof Calls

type Parsed<C, K extends string> = C extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined

/** The JSON of a call's reply. */
export type ReplyOf<N extends CallName> = Calls[N]['reply'] extends z.ZodType
  ? z.input<Calls[N]['reply']>
  : null

/** A reply as a test gives it: what an object leaves out is as in the plainest reply. */
type GivenReply<N extends CallName> =
  ReplyOf<N> extends readonly unknown[] | null ? ReplyOf<N> : Partial<ReplyOf<N>>

/** A call as the contract parsed it. */
export interface Asked<N extends CallName = CallName> {
  readonly name: N
  readonly params: Parsed<Calls[N], 'params'>
  readonly query: Parsed<Calls[N], 'query'>
  readonly body: Parsed<Calls[N], 'body'>
}

/** Headers beside a reply. Absent: the length of the list, and no counts. */
interface Beside {
  readonly total?: number
  readonly counts?: Readonly<Record<string, number>>
}

type Respond = (asked: Asked) => Response | Promise<Response>

/** An event without its number. */
type Unnumbered<E> = E extends { readonly seq: number } ? Omit<E, 'seq'> : E

/**
 * Answers the console's calls and sockets in place of a server, by the contract: a call, a reply or an event that breaks it fails
 * the test. A call that the test says nothing of gets the plainest reply that the contract allows.
 */
export class FakeApi {
  /** The calls so far, in order. */
  readonly asked: Asked[] = []
  /** Each breach of the contract, as a sentence. */
  readonly breaches: string[] = []
  readonly #responds = new Map<CallName, Respond>()
  readonly #sockets: FakeSocket[] = []
  #seq = 100

  /** Replies to a call from now on. */
  answer<N extends CallName>(
    name: N,
    reply: GivenReply<N> | ((asked: Asked<N>) => GivenReply<N> | Promise<GivenReply<N>>),
    beside: Beside = {},
  ): void {
    this.#responds.set(name, async asked => {
      const value = typeof reply === 'function' ? await reply(asked as Asked<N>) : reply
      return this.#reply(name, value, beside)
    })
  }

  /** Refuses a call from now on, with the contract's status and sentence. */
  refuse(
    name: CallName,
    code: ProblemCode,
    facts: Facts = {},
    beside: Readonly<Record<string, unknown>> = {},
  ): void {
    const error = new ApiError(code, facts)
    this.#responds.set(name, () => Response.json({ ...error.body(), ...beside }, { status: error.status }))
  }

  /** Fails a call from now on with a status that no contract names. */
  fail(name: CallName, status = 500, detail?: string): void {
    this.#responds.set(name, () => Response.json({ detail }, { status }))
  }

  /** Lets a call reach no server from now on. */
  cut(name: CallName): void {
    this.#responds.set(name, () => Promise.reject(new TypeError('Failed to fetch')))
  }

  /** Holds a call's replies back until the returned function is called. */
  hold(name: CallName): () => void {
    let release = (): void => undefined
    const released = new Promise<void>(done => {
      release = done
    })
    const before = this.#responds.get(name)
    this.#responds.set(name, async asked => {
      await released
      return (before ?? this.#plainest)(asked)
    })
    return () => {
      if (before === undefined) this.#responds.delete(name)
      else this.#responds.set(name, before)
      release()
    }
  }

  /** The calls of one name so far. */
  askedFor<N extends CallName>(name: N): readonly Asked<N>[] {
    return this.asked.filter((one): one is Asked<N> => one.name === name)
  }

  /** Sends an event to the console, with the next number. */
  publish(event: Unnumbered<z.input<typeof SocketEvent>>): void {
    this.#seq += 1
    const numbered = { ...event, seq: this.#seq }
    const parsed = sockets.agent.sends.safeParse(numbered)
    if (!parsed.success) this.breaches.push(`The event ${event.event}: ${parsed.error.message}`)
    for (const socket of this.#sockets) socket.hear(numbered)
  }

  /** Takes the place of fetch and WebSocket. Returns how to put them back. */
  install(): () => void {
    const realFetch = window.fetch.bind(window)
    const RealSocket = window.WebSocket
    const open = (url: URL) => {
      const socket = new FakeSocket(() => this.#seq)
      // Vite's own socket is none of the console's.
      if (url.pathname.startsWith(basePath)) this.#sockets.push(socket)
      return socket
    }
    window.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input), location.href)
      return url.pathname.startsWith(basePath) ? this.#fetch(url, init ?? {}) : realFetch(input, init)
    }
    window.WebSocket = new Proxy(RealSocket, { construct: (_, [url]) => open(new URL(String(url))) })
    return () => {
      window.fetch = realFetch
      window.WebSocket = RealSocket
    }
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    init.signal?.throwIfAborted()
    const method = init.method ?? 'GET'
    const found = callAt(method, url.pathname.slice(basePath.length))
    if (found === undefined) return this.#breach(`There is no call ${method} ${url.pathname}`)
    const { name, call } = found
    const given = { ...found, query: Object.fromEntries(url.searchParams), body: bodyOf(call, init.body) }
    const parsed = { name, params: undefined, query: undefined, body: undefined } as Record<string, unknown>
    for (const part of ['params', 'query', 'body'] as const) {
      const read = call[part]?.safeParse(given[part])
      if (read?.success === false) return this.#breach(`${name}, its ${part}: ${read.error.message}`)
      parsed[part] = read?.data
    }
    const asked = parsed as unknown as Asked
    this.asked.push(asked)
    return (this.#responds.get(name) ?? this.#plainest)(asked)
  }

  readonly #plainest: Respond = ({ name }) => {
    const { reply }: Call = calls[name]
    return this.#reply(name, reply === null || reply === 'file' ? null : sampleOf(reply), {})
  }

  #reply(name: CallName, value: unknown, { total, counts = {} }: Beside): Response {
    const { reply, headers = [] }: Call = calls[name]
    if (reply === null) return new Response(null, { status: 204 })
    if (reply === 'file') return new Response(new Blob([]))
    const isPartial = reply.def.type === 'object' && typeof value === 'object'
    const whole: unknown = isPartial ? { ...(sampleOf(reply) as object), ...value } : value
    const read = reply.safeParse(whole)
    if (!read.success) return this.#breach(`${name}, the test's reply: ${read.error.message}`)
    const length = Array.isArray(value) ? value.length : 0
    const all = {
      'Parley-Seq': String(this.#seq),
      'Parley-Total': String(total ?? length),
      'Parley-Counts': JSON.stringify(counts),
    }
    return Response.json(whole, { headers: headers.map(header => [header, all[header]]) })
  }

  #breach(sentence: string): Response {
    this.breaches.push(sentence)
    return Response.json({ detail: sentence }, { status: 400 })
  }
}

const routes = Object.entries<Call>(calls).map(([name, call]) => ({
  name: name as CallName,
  call,
  pattern: new RegExp(`^${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

/** The declared call at a path. Of several the one with the fewest placeholders, as in the server's router. */
function callAt(method: string, path: string) {
  const matching = routes.flatMap(({ name, call, pattern }) => {
    const match = call.method === method ? pattern.exec(path) : null
    if (match === null) return []
    const entries = Object.entries(match.groups ?? {}).map(([key, text]) => [key, decodeURIComponent(text)])
    return [
      { name, call, params: Object.fromEntries(entries) as Record<string, string>, length: entries.length },
    ]
  })
  return matching.toSorted((a, b) => a.length - b.length)[0]
}

function bodyOf({ encoding = 'json' }: Call, body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  if (body instanceof URLSearchParams) return Object.fromEntries(body)
  if (typeof body !== 'string') return undefined
  return encoding === 'json' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
}

/** A socket that opens at once, with nothing to catch up on. */
class FakeSocket extends EventTarget {
  readonly #seq: () => number

  constructor(seq: () => number) {
    super()
    this.#seq = seq
    queueMicrotask(() => {
      this.dispatchEvent(new Event('open'))
      this.hear({ event: 'ready', log: 'test', seq: seq() })
    })
  }

  /** A frame from the server. */
  hear(frame: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  /** A frame from the console. */
  send(text: string): void {
    if ((JSON.parse(text) as { event?: unknown }).event === 'ping')
      this.hear({ event: 'pong', seq: this.#seq() })
  }

  close(code = 1000): void {
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}
