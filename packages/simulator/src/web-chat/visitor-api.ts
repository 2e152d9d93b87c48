import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { fileBytes, pictureType, takeFiles } from './chat-files.ts'
import { type Chat, servePage } from './page-socket.ts'
import { parse, Refused } from './refused.ts'

const mostPictureBytes = 5 * 1024 * 1024

const upload = z.object({ name: z.string().min(1).max(200) })
const named = z.object({ id: z.string() })

/** What the page calls: the socket of the thread, pictures up, and files down. */
export function visitorApi(app: FastifyInstance, chat: Chat): void {
  const { visitors, files } = chat

  app.get('/socket', { websocket: true }, socket => servePage(chat, socket))

  app.register(async uploads => {
    takeFiles(uploads, mostPictureBytes)
    uploads.addHook('onRequest', async ({ headers }) => {
      const given = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''
      if (!visitors.withSecret(given)) throw new Refused(401, 'This chat is not known here any more.')
    })
    uploads.post('/files', async request => {
      const { name } = parse(upload, request.query)
      const bytes = fileBytes(request.body)
      const mimeType = pictureType(bytes)
      if (mimeType === null) throw new Refused(415, 'This is no JPEG, PNG, WebP or GIF picture.')
      return files.add({ name, mimeType, bytes })
    })
  })

  app.get('/files/:id', async (request, reply) => {
    const file = files.get(parse(named, request.params).id)
    if (!file) throw new Refused(404, 'This file is not here any more.')
    const { name, mime_type: type, picture } = file.view
    // Half a surrogate pair, which JSON can carry, has no percent-encoding; UTF-8 replaces it.
    const ascii = encodeURIComponent(Buffer.from(name).toString())
    return reply
      .type(type)
      .header('content-disposition', `${picture ? 'inline' : 'attachment'}; filename*=UTF-8''${ascii}`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(file.bytes)
  })
}
