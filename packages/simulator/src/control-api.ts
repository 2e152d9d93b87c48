import { bareType } from '@parley/whatsapp/limits'
import type { FastifyInstance } from 'fastify'
import {
  fileOf,
  numberParam,
  readChange,
  readConnection,
  readFault,
  readNewPhone,
  readTap,
  readWritten,
} from './control-input.ts'
import { pageSnapshot } from './page-snapshot.ts'
import type { Phone } from './phone.ts'
import { answerRefusals, Refused } from './refusals.ts'
import { messageView, phoneView } from './views.ts'
import type { World } from './world.ts'

type OfNumber = { Params: { number: string } }

// Base64 of the largest document, and its fields.
const largestBody = 140 * 1024 * 1024

/** The part that tests and the page talk to: phones, what they write and receive, and faults. */
export function controlApi(app: FastifyInstance, world: World): void {
  const { book, network, faults, live } = world
  answerRefusals(app)

  app.get('/phones', async () => book.all().map(phoneView))

  app.post('/phones', async request => {
    const { number, name } = readNewPhone(request.body)
    return phoneView(book.open(number, name))
  })

  app.get<OfNumber>('/phones/:number/messages', async request => {
    const phone = book.find(numberParam(request.params.number))
    return phone ? phone.messages.map(message => messageView(phone, message)) : []
  })

  app.post<OfNumber>('/phones/:number/messages', { bodyLimit: largestBody }, async request => {
    const number = numberParam(request.params.number)
    const written = readWritten(request.body)
    const { reply_to: replyTo = null, forwarded = null } = written
    if (replyTo !== null && !book.find(number)?.messages.some(({ id }) => id === replyTo)) {
      throw new Refused(400, 'input.invalid', 'This phone has no such message.', 'reply_to')
    }
    if (written.type === 'text') {
      return {
        id: network.write(onlinePhone(number), { type: 'text', text: written.text, replyTo, forwarded }).id,
      }
    }
    if (written.type === 'raw') {
      const { message: raw, field, text = null } = written
      const type = typeof raw['type'] === 'string' ? raw['type'] : field
      const content = { type, raw, field, text, replyTo, forwarded }
      return { id: network.write(onlinePhone(number), content).id }
    }
    const bytes = fileOf(written)
    const { type: kind, filename, mime_type: mimeType, text = null } = written
    const phone = onlinePhone(number)
    const { id, sha256 } = world.media.add({
      id: world.ids.mediaId(),
      bytes,
      filename,
      mimeType,
      owner: 'customer',
    })
    const media = { id, kind, mimeType, filename, sha256, size: bytes.byteLength }
    return { id: network.write(phone, { type: kind, media, text, replyTo, forwarded }).id }
  })

  app.post<OfNumber>('/phones/:number/taps', async request => {
    const phone = onlinePhone(numberParam(request.params.number))
    const tap = readTap(request.body)
    const menu = phone.messages.find(({ id }) => id === tap.message_id)
    const choice = menu?.choices.find(({ id }) => id === tap.choice_id)
    if (!menu) throw new Refused(400, 'input.invalid', 'This phone has no such message.', 'message_id')
    if (!choice) throw new Refused(400, 'input.invalid', 'The message has no such choice.', 'choice_id')
    book.update(phone, menu, { chosen: choice.id })
    const content = {
      type: 'interactive',
      text: choice.title,
      chosen: choice.id,
      choiceKind: menu.choiceKind,
    }
    return { id: network.write(phone, { ...content, replyTo: menu.id }).id }
  })

  app.post<OfNumber>('/phones/:number/changes', async request => {
    const phone = onlinePhone(numberParam(request.params.number))
    const change = readChange(request.body)
    const target = phone.messages.find(({ id }) => id === change.message_id)
    if (!target) throw new Refused(400, 'input.invalid', 'This phone has no such message.', 'message_id')
    if (target.deleted) throw new Refused(409, 'message.deleted', 'The message was deleted.')
    if (change.type !== 'reaction' && target.direction === 'OUTBOUND') {
      throw new Refused(400, 'input.invalid', 'Only who wrote it can change it.', 'message_id')
    }
    return { id: network.change(phone, target, change) }
  })

  app.post<OfNumber>('/phones/:number/read', async request => {
    const phone = book.find(numberParam(request.params.number))
    return { read: phone ? network.read(phone) : 0 }
  })

  app.post<OfNumber>('/phones/:number/connection', async request => {
    const phone = book.open(numberParam(request.params.number))
    network.connect(phone, readConnection(request.body).online)
    return phoneView(phone)
  })

  app.get<{ Params: { number: string; mediaId: string } }>(
    '/phones/:number/media/:mediaId',
    async (request, reply) => {
      const phone = book.find(numberParam(request.params.number))
      const shown = phone?.messages.some(({ media }) => media?.id === request.params.mediaId)
      const stored = shown ? world.media.get(request.params.mediaId) : undefined
      if (!stored) throw new Refused(404, 'media.unknown', 'This phone holds no such file.')
      const disposition = inline.test(bareType(stored.mimeType)) ? 'inline' : 'attachment'
      // Half a surrogate pair, which JSON can carry, has no percent-encoding; UTF-8 replaces it.
      const name = encodeURIComponent(Buffer.from(stored.filename ?? stored.id).toString())
      return reply
        .header('content-type', stored.mimeType)
        .header('content-disposition', `${disposition}; filename*=UTF-8''${name}`)
        .header('content-security-policy', "sandbox; default-src 'none'")
        .send(stored.bytes)
    },
  )

  app.get('/faults', async () => faults.left())

  app.post('/faults', async request => {
    const asked = readFault(request.body)
    if ('clear' in asked) faults.clear(asked.name)
    else faults.set(asked.name, asked.times)
    return faults.left()
  })

  app.get('/events', (_request, reply) => {
    reply.hijack()
    live.join(reply.raw, pageSnapshot(world))
  })

  function onlinePhone(number: string): Phone {
    const phone = book.open(number)
    if (!phone.online) throw new Refused(409, 'phone.offline', 'This phone is offline.')
    return phone
  }
}

// Never SVG or HTML: what a customer sent must not run beside the page.
const inline = /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/
