import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { whatsappClient } from '@parley/whatsapp/client'
import { signatureMatches } from '@parley/whatsapp/signature'
import { readWebhook, type WebhookItem } from '@parley/whatsapp/inbound/webhook'
import { afterEach, expect, vi } from 'vitest'
import { simulatorApp } from './app.ts'
import type { SimulatorOptions } from './world.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

export const credentials = {
  phoneNumberId: '100000000000001',
  accessToken: 'demo-access-token',
  appSecret: 'demo-app-secret',
  verifyToken: 'demo-verify-token',
  apiVersion: 'v23.0',
}

/** A post to the receiver: its bytes, whether its signature was right, and its items. */
type Posted = { signed: boolean; raw: string; items: WebhookItem[] }

/** A server that accepts webhooks; `answer` decides the status, given the number of earlier ones. */
export async function receiver(
  answer: (before: number, post: Posted) => number | Promise<number> = () => 200,
  port = 0,
) {
  const posts: Posted[] = []
  async function take(request: IncomingMessage): Promise<number> {
    const bytes = await buffer(request)
    const header = request.headers['x-hub-signature-256']
    const signed = signatureMatches(
      credentials.appSecret,
      bytes,
      typeof header === 'string' ? header : undefined,
    )
    const raw = bytes.toString('latin1')
    const post = { signed, raw, items: readWebhook(JSON.parse(raw)) }
    const before = posts.push(post) - 1
    return answer(before, post)
  }
  const server = createServer((request, response) => {
    take(request).then(
      status => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  }
  stops.push(stop)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    posts,
    stop,
    seen: () => posts.map(said),
  }
}

/** A webhook in two words: `text hello`, `status sent`. */
function said({ items: [item] }: Posted): string {
  if (item?.kind === 'message') return `${item.message.type} ${item.message.text ?? ''}`.trim()
  return item?.kind === 'status' ? `status ${item.status.status}` : 'nothing'
}

/** A simulator on a port of its own, with quick timers, and a client as the server has one. */
export async function simulator(webhookUrl: string, options: Partial<SimulatorOptions> = {}) {
  const quick = { deliveredAfterMs: 30, retryAfterMs: 20, holdMs: 300 }
  const { app, verify } = await simulatorApp(
    { webhookUrl, ...credentials, ...quick, ...options },
    { now: () => new Date(), random: Math.random },
  )
  stops.push(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    url,
    verify,
    post: (path: string, body: unknown) => call('POST', path, body),
    get: (path: string) => call('GET', path),
    /** The first event of a page that opens now. */
    snapshot: async (): Promise<{
      messages: Record<string, unknown>[]
      phones: { typingUntil: Record<string, string> }[]
    }> => {
      const closing = new AbortController()
      const answer = await fetch(`${url}/events`, { signal: closing.signal })
      let text = ''
      for await (const chunk of answer.body ?? []) {
        text += Buffer.from(chunk).toString()
        if (text.includes('\n\n')) break
      }
      closing.abort()
      return JSON.parse(text.slice(text.indexOf('data: ') + 6, text.indexOf('\n\n')))
    },
    graph: (
      path: string,
      body: unknown,
      token = credentials.accessToken,
      number = credentials.phoneNumberId,
    ) => call('POST', `/v23.0/${number}${path}`, body, { authorization: `Bearer ${token}` }),
    client: whatsappClient({ apiUrl: url, version: 'v23.0', ...credentials }),
  }
}

/** Waits, a minute at most, until `look` gives the expected value. */
export async function eventually(look: () => unknown, expected: unknown): Promise<void> {
  await vi.waitFor(async () => expect(await look()).toEqual(expected), { timeout: 60_000, interval: 10 })
}
