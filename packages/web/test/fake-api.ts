import { api as calls, basePath, type Call, sockets } from '@parley/core/calls'
import { ApiError } from '@parley/core/errors'
import type { Facts, ProblemCode } from '@parley/core/problems'
import type { NotificationEvent, SocketEvent } from '@parley/core/sockets/api'
import type * as z from 'zod'
import { FakeUpload, type Upload } from './fake-upload.ts'
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
  /** What the console sent on its sockets so far, except pings. */
  readonly sentFrames: unknown[] = []
  /** The bodies that were replied so far. */
  readonly replies: unknown[] = []
  /** The files that the console has uploaded so far, whatever the answer. */
  readonly uploads: Upload[] = []
  readonly #responds = new Map<CallName, Respond>()
  readonly #sockets: FakeSocket[] = []
  readonly #published: { readonly seq: number }[] = []
  readonly #closed = new Map<string, number>()
  #seq = 100

  /** Replies to a call from now on. A function may throw an ApiError: the contract's refusal. */
  answer<N extends CallName>(
    name: N,
    reply: GivenReply<N> | ((asked: Asked<N>) => GivenReply<N> | Promise<GivenReply<N>>),
    beside: Beside | ((reply: GivenReply<N>) => Beside) = {},
  ): void {
    this.#responds.set(name, async asked => {
      const value = typeof reply === 'function' ? await reply(asked as Asked<N>) : reply
      return this.#reply(name, value, typeof beside === 'function' ? beside(value) : beside)
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

  /** Lets a call reach no server until the returned function is called. */
  cut(name: CallName): () => void {
    const mend = this.#putBack(name)
    this.#responds.set(name, () => Promise.reject(new TypeError('Failed to fetch')))
    return mend
  }

  /** Holds a call's replies back until the returned function is called. */
  hold(name: CallName): () => void {
    let release = (): void => undefined
    const released = new Promise<void>(done => {
      release = done
    })
    const before = this.#responds.get(name)
    const putBack = this.#putBack(name)
    this.#responds.set(name, async asked => {
      await released
      return (before ?? this.#plainest)(asked)
    })
    return () => {
      putBack()
      release()
    }
  }

  /** How a call's answer of now is given again later. */
  #putBack(name: CallName): () => void {
    const before = this.#responds.get(name)
    return () => {
      if (before === undefined) this.#responds.delete(name)
      else this.#responds.set(name, before)
    }
  }

  /** The calls of one name so far. */
  askedFor<N extends CallName>(name: N): readonly Asked<N>[] {
    return this.asked.filter((one): one is Asked<N> => one.name === name)
  }

  /** Sends an event to the console, with the next number; to a socket that opens later as the server does, if it lacks it. */
  publish(event: Unnumbered<z.input<typeof SocketEvent>>): void {
    this.#seq += 1
    const numbered = { ...event, seq: this.#seq }
    const parsed = sockets.agent.sends.safeParse(numbered)
    if (!parsed.success) this.breaches.push(`The event ${event.event}: ${parsed.error.message}`)
    this.#published.push(numbered)
    for (const socket of this.#sockets) socket.hear(numbered)
  }

  /** Sends a notice on the socket of notices alone, with the next number. */
  notify(notice: Unnumbered<Extract<z.input<typeof NotificationEvent>, { readonly id: string }>>): void {
    this.#seq += 1
    const numbered = { ...notice, seq: this.#seq }
    const parsed = sockets.notifications.sends.safeParse(numbered)
    if (!parsed.success) this.breaches.push(`The notice: ${parsed.error.message}`)
    for (const socket of this.#of('notifications')) socket.hear(numbered)
  }

  /** Closes a kind of socket as often as it opens, until the returned function is called. */
  closeSockets(kind: keyof typeof sockets, code: number): () => void {
    const end = endOf(kind)
    this.#closed.set(end, code)
    for (const socket of this.#of(kind)) socket.close(code)
    return () => this.#closed.delete(end)
  }

  /** The sockets of a kind that the console has opened so far. */
  opened(kind: keyof typeof sockets): number {
    return this.#of(kind).length
  }

  #of(kind: keyof typeof sockets): readonly FakeSocket[] {
    return this.#sockets.filter(({ path }) => path.includes(endOf(kind)))
  }

  /** Takes the place of fetch, XMLHttpRequest and WebSocket. Returns how to put them back. */
  install(): () => void {
    const realFetch = window.fetch.bind(window)
    const RealRequest = window.XMLHttpRequest
    const RealSocket = window.WebSocket
    const open = (url: URL) => {
      const after = Number(url.searchParams.get('after') ?? this.#seq)
      const missed = this.#published.filter(({ seq }) => seq > after)
      const [, closes] = [...this.#closed].find(([end]) => url.pathname.includes(end)) ?? []
      const socket = new FakeSocket(url.pathname, () => this.#seq, missed, this.sentFrames, closes)
      // Vite's own socket is none of the console's.
      if (url.pathname.startsWith(basePath)) this.#sockets.push(socket)
      return socket
    }
    window.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input), location.href)
      return url.pathname.startsWith(basePath) ? this.#fetch(url, init ?? {}) : realFetch(input, init)
    }
    window.XMLHttpRequest = new Proxy(RealRequest, { construct: () => new FakeUpload(this.uploads) })
    window.WebSocket = new Proxy(RealSocket, { construct: (_, [url]) => open(new URL(String(url))) })
    return () => {
      window.fetch = realFetch
      window.XMLHttpRequest = RealRequest
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
    try {
      return await (this.#responds.get(name) ?? this.#plainest)(asked)
    } catch (cause) {
      if (cause instanceof ApiError) return Response.json(cause.body(), { status: cause.status })
      throw cause
    }
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
    this.replies.push(whole)
    return Response.json(whole, { headers: headers.map(header => [header, all[header]]) })
  }

  #breach(sentence: string): Response {
    this.breaches.push(sentence)
    return Response.json({ detail: sentence }, { status: 400 })
  }
}

/** How the path of a kind of socket begins. */
const endOf = (kind: keyof typeof sockets): string => sockets[kind].path.split('/:')[0] ?? ''

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

/** A socket that opens at once and first catches up on what it missed; or that is closed at once, with a code. */
class FakeSocket extends EventTarget {
  readonly path: string
  readonly #seq: () => number
  readonly #said: unknown[]
  #isClosed = false

  constructor(
    path: string,
    seq: () => number,
    missed: readonly object[],
    said: unknown[],
    closes: number | undefined,
  ) {
    super()
    this.path = path
    this.#seq = seq
    this.#said = said
    queueMicrotask(() => {
      if (closes !== undefined) return this.close(closes)
      if (this.#isClosed) return
      this.dispatchEvent(new Event('open'))
      for (const event of missed) this.hear(event)
      this.hear({ event: 'ready', log: 'test', seq: seq() })
    })
  }

  /** A frame from the server. */
  hear(frame: unknown): void {
    if (this.#isClosed) return
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  /** A frame from the console. */
  send(text: string): void {
    const frame = JSON.parse(text) as { event?: unknown }
    if (frame.event === 'ping') this.hear({ event: 'pong', seq: this.#seq() })
    else this.#said.push(frame)
  }

  close(code = 1000): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}
