import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { attachmentCalls } from '@parley/core/api/attachments'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hangUpOnSlowBodies } from './slow-bodies.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = fastify()
  hangUpOnSlowBodies(app, 300)
  app.post('/plain', async request => request.body)
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/upload', { config: { call: attachmentCalls.uploadDocument } }, async () => 'taken')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** Sends the head and half of the body, and the rest after so long: what was answered before the line was closed. */
async function post(path: string, type: string, afterMs: number | null): Promise<string> {
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let said = ''
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('utf8')
  })
  // A line that was hung up on may end in a reset.
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

test('a body that does not come is hung up on; one that comes, and a file that takes its time, are not', async () => {
  const [never, soon, file] = await Promise.all([
    post('/plain', 'application/json', null),
    post('/plain', 'application/json', 20),
    post('/upload', 'multipart/form-data; boundary=x', 900),
  ])
  expect({ never, soon, file }).toEqual({ never: '', soon: 'HTTP/1.1 200 OK', file: 'HTTP/1.1 200 OK' })
})
