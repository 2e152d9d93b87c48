import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { basePath } from '@parley/core/calls'
import { signature } from '@parley/whatsapp/signature'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channel, startTestServer, type TestServer } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { eventually } from '../../test/wait.ts'
import { limitConnections } from './connections.ts'
import { unverifiedLimits } from './bodies.ts'

const webhook = `${basePath}/channels/whatsapp/webhook`
const forged = `x-hub-signature-256: sha256=${'0'.repeat(64)}`
const json = 'content-type: application/json'
const form = 'content-type: multipart/form-data; boundary=x'
const mebibyte = 1024 * 1024

describe('what a stranger sends', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer({ trustedProxies: [] })
  })
  afterAll(() => at.close())

  /** A connection from an address of this machine, and the text it received. */
  function connect(from: string) {
    const { port, hostname } = new URL(at.url)
    const line = net.connect({ port: Number(port), host: hostname, localAddress: from })
    const heard = { text: '' }
    line.on('data', (bytes: Buffer) => {
      heard.text += bytes.toString('latin1')
    })
    // A connection that the server closed may end in a reset.
    line.on('error', () => undefined)
    const closed = new Promise<string>(resolve => line.once('close', () => resolve(heard.text)))
    return { line, heard, closed }
  }

  const head = (method: string, path: string, ...lines: string[]) =>
    `${[`${method} ${path} HTTP/1.1`, 'host: x', ...lines].join('\r\n')}\r\n\r\n`

  const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])

  const soon = (closed: Promise<string>) =>
    Promise.race([closed, sleep(15_000, 'still open', { ref: false })])

  const large = 'content-length: 90000000'
  test.each([
    ['an upload without a token', 401, 'POST', '/attachments/documents/upload', [form, large]],
    [
      'an upload with a wrong token',
      401,
      'POST',
      '/attachments/documents/upload',
      [form, large, 'authorization: Bearer x'],
    ],
    ['a call without a token', 401, 'POST', '/tickets', [json, 'content-length: 4000']],
    ['a webhook without a signature', 401, 'POST', '/channels/whatsapp/webhook', [json, large]],
    ['an unknown bridge', 404, 'POST', '/channels/bridges/x/events', [json, large]],
    ['a sign-in that is too long', 413, 'POST', '/auth/token', [json, large]],
    ['a sign-in of an unknown type', 400, 'POST', '/auth/token', ['content-type: text/x', large]],
    ['a reading call with a body', 401, 'GET', '/messages/admin/conversations', [json, large]],
    ['an unknown path', 413, 'POST', '/nothing', [json, large]],
    ['an address that cannot be decoded', 400, 'POST', '/%', [json, large]],
  ])(
    '[Q-296] %s is refused, and the connection closed, before its body has come',
    async (_, status, method, path, lines) => {
      const { line, closed } = connect('127.0.0.1')
      line.write(`${head(method, basePath + path, ...lines)}\r\n`)
      const text = await soon(closed)
      expect([statusOf(text), text.match(/\r\nconnection: (.*)\r\n/i)?.[1]]).toEqual([status, 'close'])
    },
  )

  test('[Q-296] a refusal of a body that has come leaves the connection open', async () => {
    const { line, heard } = connect('127.0.0.1')
    line.write(`${head('POST', `${basePath}/tickets`, json, 'content-length: 2')}{}`)
    await once(line, 'data')
    expect([statusOf(heard.text), /connection: close/i.test(heard.text)]).toEqual([401, false])
    line.destroy()
  })

  test.each([
    ['an unknown path', 404, head('GET', '/nothing.txt')],
    ['an unknown call', 404, head('GET', `${basePath}/nothing`)],
    ['a method that no call has', 404, head('PROPFIND', `${basePath}/tickets`)],
    ['a call without a token', 401, head('GET', `${basePath}/tickets`)],
    ['an address that cannot be decoded', 400, head('GET', `${basePath}/%`)],
    ['a parameter that is too long', 404, head('GET', `${basePath}/tickets/${'1'.repeat(300)}`)],
    ['a body that is too long', 413, head('POST', `${basePath}/auth/token`, json, large)],
    ['headers that are too long', 431, head('GET', '/', `x: ${'x'.repeat(20_000)}`)],
    ['what is no HTTP', 400, 'hello\r\n\r\n'],
    ['an expectation that is none', 417, head('GET', '/', 'expect: much')],
    [
      'an upgrade to nothing',
      404,
      head('GET', `${basePath}/ws/x`, 'connection: upgrade', 'upgrade: websocket'),
    ],
    ['health', 200, head('GET', '/healthz')],
  ])('[Q-299] the answer to %s is kept by nobody and has the common headers', async (_, status, text) => {
    const { line, heard } = connect('127.0.0.1')
    line.write(text)
    await eventually('an answer', () => heard.text.includes('\r\n\r\n'))
    expect([statusOf(heard.text), heard.text.match(/\r\ncache-control: (.*)\r\n/i)?.[1]]).toEqual([
      status,
      'no-store',
    ])
    expect(heard.text).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
    line.destroy()
  })

  test.each([
    ['one address', () => '127.0.0.2', 10, unverifiedLimits.byAddress],
    ['ten addresses', (no: number) => `127.0.0.${10 + (no % 10)}`, 30, unverifiedLimits.all],
  ])(
    '[Q-295] bodies without a known sender from %s are refused above a limit, and others come through',
    async (_, from, count, limit) => {
      const most = 3.9 * mebibyte
      const posts = Array.from({ length: count }, (_post, no) => {
        const post = connect(from(no))
        post.line.write(head('POST', webhook, json, forged, `content-length: ${4 * mebibyte}`))
        post.line.write(Buffer.alloc(most, 0x20))
        return post
      })
      const refused = () => posts.filter(({ heard }) => heard.text !== '')
      // Bodies in memory stay below the limit.
      await eventually('refusals', () => (count - refused().length) * most < limit)

      const body = JSON.stringify(textWebhook('256701234567', 'wamid.through', 'Hello'))
      const { line, closed } = connect('127.0.0.9')
      const signed = `x-hub-signature-256: ${signature(channel.appSecret, Buffer.from(body))}`
      line.write(
        head('POST', webhook, json, signed, 'connection: close', `content-length: ${body.length}`) + body,
      )
      expect(statusOf(await soon(closed))).toBe(200)

      for (const { heard } of refused()) {
        expect(statusOf(heard.text)).toBe(503)
        expect(heard.text).toMatch(/\r\nretry-after: 15\r\n/i)
      }
      for (const post of posts) post.line.destroy()
    },
  )
})

describe('connections', () => {
  let server: Server | undefined
  afterAll(() => server?.close())

  const start = async (
    proxies: readonly string[],
    limits: { all: number; byAddress: number; crowded: number },
  ) => {
    server = createServer((_request, response) => response.end('x'))
    limitConnections(server, proxies, limits)
    await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return async (from: string) => {
      const line = net.connect({ port, host: '127.0.0.1', localAddress: from })
      line.on('error', () => undefined)
      const closed = once(line, 'close').then(() => 'closed')
      line.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      return { line, closed, state: await Promise.race([closed, once(line, 'data').then(() => 'open')]) }
    }
  }

  test('[Q-297] one address has only so many at once, a proxy as many as it needs', async () => {
    const open = await start(['127.0.1.0/24'], { all: 100, byAddress: 2, crowded: 100 })
    const lines = []
    for (const from of [
      '127.0.0.2',
      '127.0.0.2',
      '127.0.0.2',
      '127.0.0.3',
      '127.0.1.2',
      '127.0.1.2',
      '127.0.1.2',
    ])
      lines.push(await open(from))
    expect(lines.map(({ state }) => state)).toEqual([
      'open',
      'open',
      'closed',
      'open',
      'open',
      'open',
      'open',
    ])
    lines[0]?.line.destroy()
    await lines[0]?.closed
    await eventuallyOpen(() => open('127.0.0.2'))
    for (const { line } of lines) line.destroy()
  })

  test('[Q-297] when there are many, the address with the most idle ones loses these', async () => {
    const open = await start([], { all: 100, byAddress: 100, crowded: 3 })
    const idle = [await open('127.0.0.2'), await open('127.0.0.2')]
    const other = await open('127.0.0.3')
    const last = await open('127.0.0.4')
    expect([other.state, last.state]).toEqual(['open', 'open'])
    expect(await Promise.all(idle.map(({ closed }) => closed))).toEqual(['closed', 'closed'])
    const stillOpen = once(other.line, 'data').then(() => 'open')
    other.line.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await Promise.race([stillOpen, other.closed])).toBe('open')
    for (const { line } of [other, last]) line.destroy()
  })
})

/** The server learns of a closed connection a moment after its client. */
async function eventuallyOpen(open: () => Promise<{ line: net.Socket; state: string }>): Promise<void> {
  for (;;) {
    const { line, state } = await open()
    if (state === 'open') return void line.destroy()
  }
}
