import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { acceptFiles, type ChatFiles, fileBytes, pictureType } from './chat-files.ts'
import type { ChannelEvent, Events } from './events.ts'
import { parse, ApiError } from './errors.ts'
import { type ChatMessage, type Page, shown, type Visitor, type Visitors } from './visitors.ts'

const mostPictureBytes = 5 * 1024 * 1024

const upload = z.object({ name: z.string().min(1).max(200) })
const named = z.object({ id: z.string() })

/** The calls of the page: the socket of the thread, pictures up, and files down. */
export function visitorApi(app: FastifyInstance, chat: Chat): void {
  const { visitors, files } = chat

  app.get('/socket', { websocket: true }, socket => servePage(chat, socket))

  app.register(async uploads => {
    acceptFiles(uploads, mostPictureBytes)
    uploads.addHook('onRequest', async ({ headers }) => {
      const given = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''
      if (!visitors.withSecret(given)) throw new ApiError(401, 'This chat is unknown.')
    })
    uploads.post('/files', async request => {
      const { name } = parse(upload, request.query)
      const bytes = fileBytes(request.body)
      const mimeType = pictureType(bytes)
      if (mimeType === null) throw new ApiError(415, 'This is no JPEG, PNG, WebP or GIF picture.')
      return files.add({ name, mimeType, bytes })
    })
  })

  app.get('/files/:id', async (request, reply) => {
    const file = files.get(parse(named, request.params).id)
    if (!file) throw new ApiError(404, 'This file is not here any more.')
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

const longestText = 4_096
const mostUnreadBytes = 4 * 1024 * 1024
const mostPages = 10
const helloWithinMs = 10_000
const beatMs = 20_000

const secret = z.string().regex(/^[\w-]{43}$/)
const id = z.string().min(1).max(200)
/** The frames of pages. A hello comes first. */
const pageFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), secret }),
  z.object({
    kind: z.literal('write'),
    key: z.string().regex(/^[\w-]{8,64}$/),
    name: z.string().trim().max(200),
    text: z.string().max(longestText),
    file_id: id.nullable(),
    quotes: id.nullable(),
  }),
  z.object({ kind: z.literal('reached'), id, state: z.enum(['delivered', 'read']) }),
])
export type PageFrame = z.infer<typeof pageFrame>
type Written = Extract<PageFrame, { kind: 'write' }>

/** The parts of the chat that a socket needs. */
export type Chat = { visitors: Visitors; files: ChatFiles; events: Events; now: () => Date }

/** One page: it says hello with its secret, gets the thread and every change, and writes. */
function servePage(chat: Chat, socket: WebSocket): void {
  let visitor: Visitor | null = null
  const page: Page = {
    send(frame) {
      // A page that does not read comes back by itself and begins with the whole thread.
      if (socket.bufferedAmount > mostUnreadBytes) socket.terminate()
      else socket.send(JSON.stringify(frame))
    },
  }
  const deadline = setTimeout(() => socket.close(1008, 'No hello came'), helloWithinMs)
  const beat = setInterval(() => page.send({ kind: 'beat' }), beatMs)

  socket.on('message', data => {
    const frame = readFrame(data)
    if (frame === null) return socket.close(1008, 'This is no frame that this socket takes')
    if (frame.kind === 'hello') {
      if (visitor) return socket.close(1008, 'Hello is said once')
      clearTimeout(deadline)
      const entered = chat.visitors.enter(frame.secret)
      if (entered.pages.size >= mostPages) return socket.close(1008, 'Too many pages are open')
      visitor = entered
      page.send({ kind: 'thread', messages: visitor.thread.map(shown) })
      visitor.pages.add(page)
    } else if (!visitor) {
      socket.close(1008, 'Hello comes first')
    } else if (frame.kind === 'write') {
      const problem = write(chat, visitor, page, frame)
      if (problem !== null) page.send({ kind: 'refused', key: frame.key, detail: problem })
    } else {
      reached(chat, visitor, frame)
    }
  })
  // A close follows each error, and ends everything.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(deadline)
    clearInterval(beat)
    visitor?.pages.delete(page)
  })
}

/** Accepts a message of the visitor and passes it to Parley. Answers why not, in a sentence for them; null: it is accepted. */
function write(chat: Chat, visitor: Visitor, page: Page, written: Written): string | null {
  const { visitors, files, events, now } = chat
  const known = visitor.thread.find(({ from, key }) => from === 'visitor' && key === written.key)
  if (known) {
    page.send({ kind: 'message', message: known })
    return null
  }
  const file = written.file_id === null ? null : files.get(written.file_id)?.view
  if (file === undefined) return 'The picture is not here any more. Send it again.'
  if (file === null && written.text.trim() === '') return 'There is nothing in this message.'
  if (events.isFull()) return 'The chat is busy. Try again in a minute.'
  const message: ChatMessage = {
    // Made of the page's key, so that Parley recognises a repeat even after a restart.
    id: `${visitor.id}.${written.key}`,
    from: 'visitor',
    key: written.key,
    at: now().toISOString(),
    text: written.text,
    file,
    quotes: visitor.thread.some(({ id }) => id === written.quotes) ? written.quotes : null,
    state: 'here',
  }
  visitors.add(visitor, message)
  events.add(eventOf(visitor, message, written.name), how =>
    visitors.setState(visitor, message, how === 'taken' ? 'passed' : 'refused'),
  )
  return null
}

function eventOf(
  { id: from }: Visitor,
  { id, at, text, file, quotes }: ChatMessage,
  name: string,
): ChannelEvent {
  return {
    kind: 'message',
    id,
    from,
    at,
    ...(name !== '' && { name }),
    ...(text !== '' && { text }),
    ...(file && { file: { id: file.id, name: file.name, mime_type: file.mime_type, size: file.size } }),
    ...(quotes !== null && { quotes }),
  }
}

/** How far an agent's message came. Each state is reported once, and never goes back. */
function reached(
  { visitors, events, now }: Chat,
  visitor: Visitor,
  { id, state }: Extract<PageFrame, { kind: 'reached' }>,
): void {
  const message = visitor.thread.find(({ from, id: its }) => from === 'agent' && its === id)
  if (!message || message.state === 'read' || message.state === state) return
  visitors.setState(visitor, message, state)
  events.add({ kind: 'status', id, status: state, at: now().toISOString() })
}

/** The frame of a page; null: invalid. */
function readFrame(data: unknown): PageFrame | null {
  try {
    return pageFrame.safeParse(JSON.parse(String(data))).data ?? null
  } catch {
    // Not JSON: the page is not ours.
    return null
  }
}
