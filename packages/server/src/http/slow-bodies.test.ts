import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { attachmentCalls } from '@parley/core/attachments/api'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callerOf } from '../../test/caller.ts'
import { eventually } from '../../test/wait.ts'
import { hangUpOnSlowBodies } from './bodies.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = fastify()
  app.decorateRequest('caller', null)
  hangUpOnSlowBodies(app, { body: 2_000, linger: 300 })
  app.post('/plain', async request => request.body)
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  const config = { call: attachmentCalls.uploadDocument }
  app.post('/stranger', { config }, async () => 'taken')
  const onRequest = async (request: FastifyRequest) => {
    request.caller = callerOf(1)
  }
  app.post('/upload', { config, onRequest }, async () => 'taken')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** Sends the head and half of the body, and the rest after so long. Resolves with the reply before the connection closed. */
async function post(path: string, type: string, afterMs: number | null): Promise<string> {
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let said = ''
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('utf8')
  })
  // A connection that the server closed may end in a reset.
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nConnection: close\r\nContent-Length: 4\r\n\r\n{ `,
  )
  const rest = afterMs === null ? undefined : setTimeout(() => socket.write(' }'), afterMs)
  await closed
  clearTimeout(rest)
  return said.split('\r\n')[0] ?? ''
}

test('a body that does not come is hung up on; one that comes, and an agent’s slow file, are not', async () => {
  const [never, soon, file, stranger] = await Promise.all([
    post('/plain', 'application/json', null),
    post('/plain', 'application/json', 20),
    post('/upload', 'multipart/form-data; boundary=x', 3_000),
    post('/stranger', 'multipart/form-data; boundary=x', 3_000),
  ])
  const ok = 'HTTP/1.1 200 OK'
  expect({ never, soon, file, stranger }).toEqual({ never: '', soon: ok, file: ok, stranger: '' })
})

describe('of refused bodies that have not come', () => {
  let refusing: FastifyInstance
  let served: net.Socket[]
  beforeEach(async () => {
    served = []
    refusing = fastify()
    refusing.decorateRequest('caller', null)
    hangUpOnSlowBodies(refusing, { body: 60_000, linger: 60_000 })
    refusing.addHook('onRequest', async ({ url, raw }, reply) => {
      if (url === '/late') await new Promise(done => raw.socket.once('close', done))
      return reply.code(401).send('Who are you?')
    })
    refusing.server.on('connection', socket => served.push(socket))
    await refusing.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(() => refusing.close())

  const begin = (path: string, count: number): net.Socket[] =>
    Array.from({ length: count }, () => {
      const { port } = refusing.server.address() as AddressInfo
      const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      client.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nha`,
      )
      return client
    })
  const closed = () => served.filter(({ destroyed }) => destroyed).length
  /** The number of twelve connections that close directly after the reply. */
  const closedOfTwelve = async (): Promise<number> => {
    const before = closed()
    const clients = begin('/', 12)
    const answers = await Promise.all(
      clients.map(async client => {
        const [bytes] = (await once(client, 'data')) as [Buffer]
        return bytes.toString('utf8').split('\r\n')[0]
      }),
    )
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 401 Unauthorized']))
    await eventually('four to be closed', () => closed() - before >= 4)
    const count = closed() - before
    for (const client of clients) client.destroy()
    await eventually('all to be gone', () => closed() === served.length)
    return count
  }

  // Other test files of this process may have left connections that are still read.
  beforeEach(() => eventually('all places to be free', async () => (await closedOfTwelve()) === 4))

  test('eight are read on for their answers’ sake, and others are closed at once', async () => {
    expect(await closedOfTwelve()).toBe(4)
  })

  test('one whose connection has gone before its answer takes no place', async () => {
    const before = served.length
    const gone = begin('/late', 12)
    await eventually('all to be served', () => served.length === before + 12)
    for (const client of gone) client.destroy()
    await eventually('all to be gone', () => closed() === served.length)
    expect(await closedOfTwelve()).toBe(4)
  })
})
