import { api, basePath, type Call } from '@parley/core/calls'
import { SocketEvent, type ChannelProblemsEvent, PresenceEvent } from '@parley/core/sockets/api'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import WebSocket from 'ws'
import type * as z from 'zod'
import { eventually } from '../wait.ts'

type Name = keyof typeof api
type Reply<N extends Name> = (typeof api)[N]['reply'] extends z.ZodType
  ? z.output<(typeof api)[N]['reply']>
  : undefined

/** The input of a call. */
export interface Asked {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, unknown>>
}

/** A call's address with its parameters filled in. */
export function addressOf(call: Call, { params = {}, query = {} }: Asked): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return `${basePath}${path}${search === '' ? '' : `?${search}`}`
}

/** Makes one call, with a token or without, and returns any response. */
export async function ask(app: FastifyInstance, call: Call, asked: Asked, token?: string): Promise<Answer> {
  const form = call.encoding === 'form'
  const response = await app.inject({
    method: call.method,
    url: addressOf(call, asked),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(asked.body !== undefined && {
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
    },
    ...(asked.body !== undefined && {
      payload: form
        ? new URLSearchParams(asked.body as Record<string, string>).toString()
        : JSON.stringify(asked.body),
    }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    body: isJson && response.body !== '' ? response.json() : response.body,
    headers: response.headers,
  }
}

/** A 403: the agent may not make the call. */
export class Forbidden extends Error {}

/** A signed-in agent: makes calls and opens sockets as the console does. */
export class AgentClient {
  readonly id: string
  #token: string
  #refreshToken: string
  readonly #app: FastifyInstance
  readonly #url: string

  private constructor(
    app: FastifyInstance,
    url: string,
    session: { id: string; token: string; refresh: string },
  ) {
    this.#app = app
    this.#url = url
    this.id = session.id
    this.#token = session.token
    this.#refreshToken = session.refresh
  }

  get token(): string {
    return this.#token
  }

  get refreshToken(): string {
    return this.#refreshToken
  }

  static async signIn(
    app: FastifyInstance,
    url: string,
    username: string,
    password: string,
  ): Promise<AgentClient> {
    const { status, body } = await ask(app, api.token, { body: { username, password } })
    expect(status).toBe(200)
    const { user_id, access_token, refresh_token } = api.token.reply.parse(body)
    return new AgentClient(app, url, { id: user_id, token: access_token, refresh: refresh_token })
  }

  /** Renews the session beyond the lifetime of its token. */
  async renew(): Promise<void> {
    const renewal = { grant_type: 'refresh_token', refresh_token: this.#refreshToken }
    const { status, body } = await ask(this.#app, api.token, { body: renewal })
    expect(status).toBe(200)
    const { access_token, refresh_token } = api.token.reply.parse(body)
    this.#token = access_token
    this.#refreshToken = refresh_token
  }

  /** The whole response, also of an error. */
  ask(name: Name, asked: Asked = {}): Promise<Answer> {
    return ask(this.#app, api[name], asked, this.token)
  }

  /** The parsed reply and the event sequence of a call that must succeed. @throws Forbidden for a 403 */
  async get<N extends Name>(
    name: N,
    asked: Asked = {},
  ): Promise<{ reply: Reply<N>; seq: number; headers: Answer['headers'] }> {
    const { status, body, headers } = await this.ask(name, asked)
    if (status === 403) throw new Forbidden(`${name}: ${JSON.stringify(body)}`)
    expect({ name, status, body }).toMatchObject({ status: 200 })
    const schema = api[name].reply as z.ZodType
    return { reply: schema.parse(body) as Reply<N>, seq: Number(headers['parley-seq'] ?? 0), headers }
  }

  /** Opens the agent socket and resolves when it has caught up. @throws Error if the server closes it before that */
  async connect(after?: number): Promise<AgentSocket> {
    const query = new URLSearchParams({
      token: this.token,
      ...(after !== undefined && { after: String(after) }),
    })
    const address = `${this.#url}${basePath}/ws/agent/${this.id}/conversations?${query.toString()}`
    const socket = new AgentSocket(new WebSocket(address.replace('http', 'ws')))
    await eventually('the socket to be ready', () => {
      if (socket.closedWith !== null)
        throw new Error(`The server closed the socket with ${socket.closedWith}`)
      return socket.events.some(event => event.event === 'ready')
    })
    return socket
  }
}

/** An agent's socket. Every event must match core's schema exactly. */
export class AgentSocket {
  /** Events with a number in the event sequence. */
  readonly events: Exclude<SocketEvent, PresenceEvent | ChannelProblemsEvent>[] = []
  readonly presence: PresenceEvent[] = []
  readonly channel: ChannelProblemsEvent[] = []
  closedWith: number | null = null
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', data => {
      const raw: unknown = JSON.parse((data as Buffer).toString('utf8'))
      const event = SocketEvent.parse(raw)
      expect(event).toEqual(raw)
      if (event.event === 'presence') this.presence.push(event)
      else if (event.event === 'channel') this.channel.push(event)
      else this.events.push(event)
    })
    socket.on('close', code => {
      this.closedWith = code
    })
    // The close event that follows reports a rejected upgrade.
    socket.on('error', () => undefined)
  }

  /** Pings until all events up to `seq` have arrived. */
  async reached(seq: number): Promise<void> {
    await eventually(`frames up to ${seq}`, async () => (await this.ask()) >= seq)
  }

  /** Pings, and returns the number up to which all events have been sent. */
  async ask(): Promise<number> {
    const place = this.events.length
    this.send({ event: 'ping' })
    const pong = await eventually('a pong', () =>
      this.events.slice(place).find(event => event.event === 'pong'),
    )
    return pong.seq
  }

  send(frame: unknown): void {
    this.#socket.send(JSON.stringify(frame))
  }

  /** Stops reading, so that the server's output queues up on its side. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Cuts the connection without a close frame. */
  cut(): void {
    this.#socket.terminate()
  }
}
