import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterEach, expect, vi } from 'vitest'
import WebSocket from 'ws'
import type { ChannelEvent } from './events.ts'
import type { ChatMessage } from './visitors.ts'
import { webChat } from './web-chat.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

export const token = 'a token of 24 characters'

/** A Parley that accepts events; `answer` decides the status of each call, given its events and the number of earlier calls. */
export async function parley(
  answer: (events: ChannelEvent[], before: number) => number | Promise<number> = () => 200,
) {
  const calls: { events: ChannelEvent[]; status: number; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    const take = async () => {
      const { events } = (await json(request)) as { events: ChannelEvent[] }
      const status = await answer(events, calls.length)
      calls.push({ events, status, authorization: request.headers.authorization })
      const fields = { 'events.0.text': 'too long' }
      response.writeHead(status).end(JSON.stringify(status === 400 ? { fields } : { events: [] }))
    }
    take().catch(() => response.writeHead(500).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const taken = () => calls.filter(({ status }) => status === 200).flatMap(({ events }) => events)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, calls, taken }
}

/** A web chat on a port of its own, with quick repetitions, and its log. */
export async function chatServer(eventsUrl = 'http://127.0.0.1:9/events') {
  const logged: string[] = []
  const stream = { write: (line: string) => void logged.push(line) }
  const app = fastify({ logger: { level: 'warn', stream }, forceCloseConnections: true })
  const sources = { now: () => new Date('2026-03-02T08:15:30.000Z'), newId: randomUUID }
  await app.register(async chat => webChat(chat, { eventsUrl, token, retryAfterMs: 10 }, sources), {
    prefix: '/web-chat',
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  stops.push(() => app.close())
  const url = `${origin}/web-chat`

  const call = async (path: string, how: RequestInit) => {
    const answer = await fetch(url + path, how)
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as { id: string; detail?: string },
    }
  }
  const authorization = `Bearer ${token}`
  return {
    url,
    logged,
    post: (path: string, body: unknown, bearer = authorization) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: bearer },
        body: JSON.stringify(body),
      }),
    upload: (path: string, bytes: Uint8Array<ArrayBuffer>, type: string, bearer = authorization) =>
      call(path, {
        method: 'POST',
        headers: { authorization: bearer, ...(type !== '' && { 'content-type': type }) },
        body: bytes,
      }),
    download: (path: string) => fetch(url + path, { headers: { authorization } }),
    page: (secret: string) => page(`${url.replace(/^http/, 'ws')}/socket`, secret),
  }
}

/** An open page of a visitor, and the frames that it got. */
async function page(address: string, secret: string) {
  const socket = new WebSocket(address)
  stops.push(() => socket.terminate())
  const frames: { kind: string; message?: ChatMessage; messages?: ChatMessage[]; detail?: string }[] = []
  let closed: number | null = null
  socket.on('message', (data: unknown) => frames.push(JSON.parse(String(data))))
  socket.on('close', code => {
    closed = code
  })
  await new Promise(resolve => socket.once('open', resolve))
  const say = (frame: object | string) =>
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  say({ kind: 'hello', secret })
  await eventually(() => frames.some(({ kind }) => kind === 'thread') || closed !== null, true)

  /** The thread as this page knows it. */
  function thread(): ChatMessage[] {
    const messages = new Map<string, ChatMessage>()
    for (const { message, messages: all = [] } of frames) {
      for (const one of message ? [message] : all) messages.set(one.id, one)
    }
    return [...messages.values()]
  }
  return {
    frames,
    thread,
    say,
    closed: () => closed,
    write: (text: string, more: object = {}) =>
      say({ kind: 'write', key: randomUUID(), name: '', text, file_id: null, quotes: null, ...more }),
    leave: () => socket.close(),
  }
}

/** A visitor's secret, as pages make it. */
export const secretOf = (letter: string) => letter.repeat(43)

/** Waits, a minute at most, until `look` gives what is expected. */
export async function eventually(look: () => unknown, expected: unknown): Promise<void> {
  await vi.waitFor(async () => expect(await look()).toEqual(expected), { timeout: 60_000, interval: 10 })
}
