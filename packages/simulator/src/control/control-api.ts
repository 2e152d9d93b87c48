import { bareType } from '@parley/core/attachments/rules'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { businessOf, Chat, numberParam, parse } from './input.ts'
import { act } from './customer-actions.ts'
import { ApiError, answerErrors } from '../errors.ts'
import { faultNames } from '../faults.ts'
import { chatOf } from '../phone.ts'
import { actionNames, type Player, playerOf, scenarioList, scenarios } from './scenarios.ts'
import { clockView, messageView, phoneView, snapshotOf } from './views.ts'
import type { World } from '../world.ts'

type OfNumber = { Params: { number: string } }

// Base64 of the largest document, and its fields.
const largestBody = 140 * 1024 * 1024

const NewPhone = z.object({ number: z.string(), name: z.string().trim().max(60).optional() })
const faultName = z.enum(faultNames)
const ArmedFault = z.object({
  name: faultName,
  times: z.int().min(1).max(10_000).default(1),
  code: z.int().min(0).optional(),
})
const ClearedFault = z.object({ clear: z.literal(true), name: faultName.optional() })
const mostMinutes = 30 * 24 * 60
const Clock = z.object({ ahead_minutes: z.int().min(-mostMinutes).max(mostMinutes) })

/** The calls of tests and the page: phones, their messages, faults, the clock and scenarios. */
export function controlApi(app: FastifyInstance, world: World): void {
  const { book, faults, live, clock } = world
  answerErrors(app)
  phoneCalls(app, world)

  app.get('/faults', async () => faults.left())

  app.post('/faults', async ({ body }) => {
    if (typeof body === 'object' && body !== null && 'clear' in body) {
      faults.clear(parse(ClearedFault, body).name)
    } else {
      const { name, times, code } = parse(ArmedFault, body)
      faults.arm(name, times, code)
    }
    return faults.left()
  })

  app.get('/clock', async () => clockView(clock))

  app.post('/clock', async ({ body }) => {
    clock.set(parse(Clock, body).ahead_minutes * 60_000)
    return clockView(clock)
  })

  const player = playerOf({
    act: (number, name, body) => act(world, number, name, body).id ?? null,
    open: (number, name) => book.open(number, name),
    changed: playing => live.publish('scenario', { playing }),
  })
  app.addHook('preClose', async () => player.stop())
  scenarioCalls(app, player)

  app.get('/events', (_request, reply) => {
    reply.hijack()
    const snapshot = { ...snapshotOf(world), scenarios: scenarioList, playing: player.playing() }
    live.join(reply.raw, snapshot)
  })
}

// Never SVG or HTML: a customer's file must not run beside the page.
const inline = /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

/** The phones, what customers do on them, and their files. */
function phoneCalls(app: FastifyInstance, world: World): void {
  const { book, media, numbers } = world

  app.get('/phones', async () => book.all().map(phoneView))

  app.post('/phones', async ({ body }) => {
    const { number, name } = parse(NewPhone, body)
    return phoneView(book.open(numberParam(number), name || undefined))
  })

  app.get<OfNumber>('/phones/:number/messages', async ({ params, query }) => {
    const phone = book.find(numberParam(params.number))
    const { number } = parse(Chat, query)
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
    async ({ params }, reply) => {
      const phone = book.find(numberParam(params.number))
      const isOnPhone = phone?.messages.some(one => one.media?.id === params.mediaId)
      const stored = isOnPhone ? media.get(params.mediaId) : undefined
      if (!stored) throw new ApiError(404, 'media.unknown', 'This phone holds no such file.')
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
}

const speedSentence = 'The speed is from 0.1 to 1,000.'
const Play = z.object({
  name: z.enum(Object.keys(scenarios)),
  speed: z.number().min(0.1, speedSentence).max(1_000, speedSentence).default(1),
})

/** Lists and plays scenarios. */
function scenarioCalls(app: FastifyInstance, player: Player): void {
  app.get('/scenarios', async () => ({ scenarios: scenarioList, playing: player.playing() }))

  app.post('/scenarios/play', async ({ body }) => {
    const { name, speed } = parse(Play, body)
    const scenario = scenarios[name]
    if (scenario) player.play(scenario, speed)
    return { playing: player.playing() }
  })

  app.post('/scenarios/stop', async () => {
    player.stop()
    return { playing: null }
  })
}
