import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

/** A message as a bridge receives it. */
export interface Carried {
  readonly id: string
  readonly to: string
  readonly text: string
  readonly file?: { readonly id: string; readonly name: string; readonly mime_type: string }
  readonly quotes?: string
}

/** A bridge that records messages and responds as configured. */
export interface TestBridge {
  readonly url: string
  readonly token: string
  /** Every call with a message, repeats too. */
  readonly carried: Carried[]
  /** The uploaded files, by their ids. */
  readonly files: Map<string, { readonly name: string; readonly type: string; readonly bytes: Buffer }>
  /** The responses to the next calls with a message; all later calls are accepted. */
  readonly next: ({ readonly status: number; readonly detail?: string } | 'lose-answer')[]
  /** The channel's id of our message. */
  idOf(messageId: string): string | undefined
  close(): Promise<void>
}

export async function startTestBridge(): Promise<TestBridge> {
  const token = `token-of-a-bridge-${randomUUID()}`
  const app = fastify({ forceCloseConnections: true })
  const carried: Carried[] = []
  const files: TestBridge['files'] = new Map()
  const next: TestBridge['next'] = []
  const ids = new Map<string, string>()
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${token}`)
      await reply.code(401).send({ detail: 'Who are you?' })
  })
  app.post('/messages', async (request, reply) => {
    const message = request.body as Carried
    carried.push(message)
    const answer = next.shift()
    if (answer !== undefined && answer !== 'lose-answer') {
      return reply.code(answer.status).send({ detail: answer.detail })
    }
    const id = ids.get(message.id) ?? `sent-${randomUUID()}`
    ids.set(message.id, id)
    if (answer === 'lose-answer') return reply.raw.destroy()
    return { id }
  })
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
      done(null, bytes)
    })
    scope.post('/files', async ({ query, headers, body }) => {
      const id = `file-${randomUUID()}`
      const { name } = query as { readonly name: string }
      files.set(id, { name, type: headers['content-type'] ?? '', bytes: body as Buffer })
      return { id }
    })
  })
  app.get('/files/:id', async ({ params }, reply) => {
    const file = files.get((params as { readonly id: string }).id)
    return file === undefined ? reply.code(404).send({}) : reply.type(file.type).send(file.bytes)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    token,
    carried,
    files,
    next,
    idOf: messageId => ids.get(messageId),
    close: () => app.close(),
  }
}
