import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { acceptFiles, type ChatFiles, fileBytes } from './chat-files.ts'
import { ApiError, parse } from './errors.ts'
import type { ChatMessage, Visitors } from './visitors.ts'

const mostFileBytes = 100 * 1024 * 1024
const mostMessageBytes = 64 * 1024

const id = z.string().min(1).max(200)
const outgoing = z
  .object({
    id,
    to: id,
    text: z.string(),
    file: z.object({ id, name: z.string().min(1).max(200), mime_type: z.string().max(200) }).optional(),
    quotes: id.optional(),
  })
  .refine(({ text, file }) => file !== undefined || text.trim() !== '', 'says nothing')
const upload = z.object({ name: z.string().min(1).max(200) })
const named = z.object({ id })

type Chat = { visitors: Visitors; files: ChatFiles; now: () => Date; newId: () => string }

/** The calls of Parley: messages to visitors, and files in both directions. All need the token. */
export function bridgeApi(app: FastifyInstance, chat: Chat, token: string, faults: NextAnswer): void {
  const { visitors, files, now, newId } = chat
  const expected = digest(`Bearer ${token}`)
  app.addHook('onRequest', async ({ headers }) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) {
      throw new ApiError(401, 'The token is wrong.')
    }
  })

  app.post('/messages', { bodyLimit: mostMessageBytes }, async (request, reply) => {
    const fault = faults.take()
    if (fault === 'refuse') throw new ApiError(400, 'The web chat was told to refuse this message.')
    if (fault === 'unavailable') throw new ApiError(503, 'The web chat was told to be unavailable.')
    const given = parse(outgoing, request.body)
    const visitor = visitors.find(given.to)
    if (!visitor) throw new ApiError(404, 'This visitor is not here any more.')
    const known = visitor.thread.find(({ from, key }) => from === 'agent' && key === given.id)
    if (known) return { id: known.id }
    const file = given.file ? files.get(given.file.id)?.view : null
    if (file === undefined) throw new ApiError(400, 'The web chat does not have this file any more.')
    const message: ChatMessage = {
      id: newId(),
      from: 'agent',
      key: given.id,
      at: now().toISOString(),
      text: given.text,
      file,
      quotes: given.quotes ?? null,
      state: 'here',
    }
    visitors.add(visitor, message)
    if (fault === 'lose-answer') {
      reply.hijack()
      request.raw.socket.destroy()
    }
    return { id: message.id }
  })

  app.get('/files/:id', async (request, reply) => {
    const file = files.get(parse(named, request.params).id)
    if (!file) throw new ApiError(404, 'This file is not here any more.')
    return reply.type(file.view.mime_type).send(file.bytes)
  })

  app.register(async uploads => {
    acceptFiles(uploads, mostFileBytes)
    uploads.post('/files', async request => {
      const { name } = parse(upload, request.query)
      const mimeType = request.headers['content-type'] ?? 'application/octet-stream'
      return { id: files.add({ name, mimeType, bytes: fileBytes(request.body) }).id }
    })
  })
}

/** Digests have equal length, so that comparing two secrets takes the same time whatever they are. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const answers = ['refuse', 'unavailable', 'lose-answer'] as const

const asked = z.object({ answer: z.enum(answers) })

type NextAnswer = ReturnType<typeof nextAnswer>

/** Faults on demand, for tests of Parley. A real bridge has none. */
export function nextAnswer() {
  let next: (typeof answers)[number] | null = null
  return {
    /** The fault of the current call; it holds for one call. */
    take() {
      const taken = next
      next = null
      return taken
    },
    /** POST control/next `{answer}`: the fault of Parley's next message. */
    control(app: FastifyInstance): void {
      app.post('/control/next', async request => {
        next = parse(asked, request.body).answer
        return { answer: next }
      })
    },
  }
}
