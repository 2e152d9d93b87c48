import { bareType } from '@parley/whatsapp/limits'
import type { FastifyInstance } from 'fastify'
import {
  businessOf,
  numberParam,
  parse,
  ofChat,
  readClock,
  readFault,
  readNewPhone,
} from './control-input.ts'
import { act } from './customer-actions.ts'
import { pageSnapshot } from './page-snapshot.ts'
import { chatOf } from './phone.ts'
import { answerRefusals, Refused } from './refusals.ts'
import { actionNames } from './scenario.ts'
import { clockView, messageView, phoneView } from './views.ts'
import type { World } from './world.ts'

type OfNumber = { Params: { number: string } }

// Base64 of the largest document, and its fields.
const largestBody = 140 * 1024 * 1024

/** The part that tests and the page talk to: phones, what they write and receive, and faults. */
export function controlApi(app: FastifyInstance, world: World): void {
  const { book, faults, live, clock, numbers } = world
  answerRefusals(app)

  app.get('/phones', async () => book.all().map(phoneView))

  app.post('/phones', async request => {
    const { number, name } = readNewPhone(request.body)
    return phoneView(book.open(number, name))
  })

  app.get<OfNumber>('/phones/:number/messages', async request => {
    const phone = book.find(numberParam(request.params.number))
    const { number } = parse(ofChat, request.query)
    if (!phone) return []
    const messages = number === undefined ? phone.messages : chatOf(phone, businessOf(numbers, number))
    return messages.map(message => messageView(phone, message))
  })

  for (const name of actionNames) {
    app.post<OfNumber>(`/phones/:number/${name}`, { bodyLimit: largestBody }, async ({ params, body }) =>
      act(world, numberParam(params.number), name, body),
    )
  }

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
    else faults.set(asked.name, asked.times, asked.code)
    return faults.left()
  })

  app.get('/clock', async () => clockView(clock))

  app.post('/clock', async request => {
    clock.push(readClock(request.body).ahead_minutes * 60_000)
    return clockView(clock)
  })

  app.get('/events', (_request, reply) => {
    reply.hijack()
    live.join(reply.raw, pageSnapshot(world))
  })
}

// Never SVG or HTML: what a customer sent must not run beside the page.
const inline = /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/
