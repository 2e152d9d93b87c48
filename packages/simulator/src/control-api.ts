import { bareType } from '@parley/whatsapp/limits'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  type BusinessAccount,
  type BusinessNumber,
  type BusinessNumbers,
  qualities,
  sendings,
  standings,
} from './business.ts'
import {
  ArmedFault,
  businessOf,
  ClearedFault,
  Clock,
  NewPhone,
  numberParam,
  ofChat,
  parse,
} from './control-input.ts'
import { act } from './customer-actions.ts'
import { chatOf } from './phone.ts'
import { answerErrors, ApiError } from './errors.ts'
import { actionNames, playerOf, scenarios } from './scenarios.ts'
import { templateCategories, templateQualities, templateStatuses, templateWebhooks } from './templates.ts'
import {
  clockView,
  messageView,
  numberView,
  pageMessage,
  pagePhone,
  pageTemplate,
  phoneView,
} from './views.ts'
import type { World } from './world.ts'

type OfNumber = { Params: { number: string } }

// Base64 of the largest document, and its fields.
const largestBody = 140 * 1024 * 1024

/** The calls of tests and the page: phones, their messages, and faults. */
export function controlApi(app: FastifyInstance, world: World): void {
  const { book, faults, live, clock, numbers } = world
  answerErrors(app)

  app.get('/phones', async () => book.all().map(phoneView))

  app.post('/phones', async request => {
    const { number, name } = parse(NewPhone, request.body)
    return phoneView(book.open(numberParam(number), name || undefined))
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

  app.get('/faults', async () => faults.left())

  app.post('/faults', async request => {
    const { body } = request
    if (typeof body === 'object' && body !== null && 'clear' in body) {
      faults.clear(parse(ClearedFault, body).name)
    } else {
      const { name, times, code } = parse(ArmedFault, body)
      faults.set(name, times, code)
    }
    return faults.left()
  })

  app.get('/clock', async () => clockView(clock))

  app.post('/clock', async request => {
    clock.push(parse(Clock, request.body).ahead_minutes * 60_000)
    return clockView(clock)
  })

  app.get('/events', (_request, reply) => {
    reply.hijack()
    live.join(reply.raw, pageSnapshot(world))
  })
}

const shownPerPhone = 200

/** All that a page needs to start: business numbers, phones, their latest messages, faults and the wire. */
function pageSnapshot({
  book,
  faults,
  log,
  clock,
  numbers,
  options,
}: Pick<World, 'book' | 'faults' | 'log' | 'clock' | 'numbers' | 'options'>) {
  return {
    webhookUrl: options.webhookUrl,
    numbers: numbers.all.map(numberView),
    phones: book.all().map(pagePhone),
    messages: book
      .all()
      .flatMap(phone => phone.messages.slice(-shownPerPhone).map(message => pageMessage(phone, message))),
    faults: faults.left(),
    clock: clockView(clock),
    templates: numbers.accounts.flatMap(({ id, templates }) =>
      templates.all().map(template => pageTemplate(id, template)),
    ),
    wire: log.entries(),
  }
}

// Never SVG or HTML: a customer's file must not run beside the page.
const inline = /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

const speedSentence = 'The speed is from 0.1 to 1,000.'
const Play = z.object({
  name: z.string(),
  speed: z.number().min(0.1, speedSentence).max(1_000, speedSentence).default(1),
})

/** Lists and plays scenarios. */
export function scenarioApi(app: FastifyInstance, world: World): void {
  const { book, live } = world
  const player = playerOf({
    act: (number, name, body) => act(world, number, name, body).id ?? null,
    open: (number, name) => book.open(number, name),
    changed: playing => live.publish('scenario', { playing }),
  })
  app.addHook('preClose', async () => player.stop())

  app.get('/scenarios', async () => ({
    scenarios: Object.entries(scenarios).map(([name, { title, steps, phones }]) => {
      const lasts_ms = steps.at(-1)?.at_ms ?? 0
      return { name, title, steps: steps.length, phones: phones.length, lasts_ms }
    }),
    playing: player.playing(),
  }))

  app.post('/scenarios/play', async request => {
    const { name, speed } = parse(Play, request.body)
    const scenario = scenarios[name]
    if (scenario === undefined) {
      const names = Object.keys(scenarios).join(', ')
      throw new ApiError(400, 'input.invalid', `The name is one of ${names}.`, 'name')
    }
    player.play(scenario, speed)
    return { playing: player.playing() }
  })

  app.post('/scenarios/stop', async () => {
    player.stop()
    return { playing: null }
  })
}

const AskedNumber = z.object({ phone_number_id: z.string().optional() })
const NumberChange = AskedNumber.extend({
  quality: z.enum(qualities, { error: `The quality is one of ${qualities.join(', ')}.` }).optional(),
  status: z.enum(standings, { error: `The status is one of ${standings.join(', ')}.` }).optional(),
  sending: z.enum(sendings, { error: `Sending is one of ${sendings.join(', ')}.` }).optional(),
})
type Change = Omit<z.infer<typeof NumberChange>, 'phone_number_id'>

/** Changes the quality and status of a number and the restriction of its account, and sends Meta's webhooks of it. */
export function numberControl(app: FastifyInstance, { numbers, sender, live, now }: World): void {
  app.get('/numbers', async () => numbers.all.map(numberView))

  app.get('/number', async ({ query }) => {
    return numberView(businessOf(numbers, parse(AskedNumber, query).phone_number_id, 'phone_number_id'))
  })

  app.post('/number', async ({ body }) => {
    const { phone_number_id: id, ...changed } = parse(NumberChange, body)
    const number = businessOf(numbers, id, 'phone_number_id')
    const events = eventsOf(number, changed)
    number.quality = changed.quality ?? number.quality
    number.status = changed.status ?? number.status
    number.account.sending = changed.sending ?? number.account.sending
    for (const one of numbers.all) {
      if (one.account === number.account) live.publish('number', numberView(one))
    }
    for (const event of events) {
      const entry = { id: number.account.id, time: seconds(now()), changes: [event] }
      void sender.send('number', `webhook ${event.field}`, {
        object: 'whatsapp_business_account',
        entry: [entry],
      })
    }
    return numberView(number)
  })
}

function eventsOf(
  { displayPhoneNumber, quality }: BusinessNumber,
  changed: Change,
): readonly { field: string; value: object }[] {
  const about = { display_phone_number: displayPhoneNumber }
  const isWorse = (changed.quality ?? quality) !== 'GREEN' || changed.status === 'FLAGGED'
  return [
    ...(changed.quality !== undefined || changed.status !== undefined
      ? [
          {
            field: 'phone_number_quality_update',
            value: { ...about, event: isWorse ? 'FLAGGED' : 'UNFLAGGED', current_limit: 'TIER_1K' },
          },
        ]
      : []),
    ...(changed.sending === undefined
      ? []
      : [
          {
            field: 'account_update',
            value:
              changed.sending === 'AVAILABLE'
                ? { event: 'VERIFIED_ACCOUNT' }
                : {
                    event: 'ACCOUNT_RESTRICTION',
                    restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }],
                  },
          },
        ]),
  ]
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

const AskedAccount = z.object({ business_account_id: z.string().optional() })
const TemplateOrder = AskedAccount.extend({
  language: z.string().default('en'),
  status: z
    .enum(templateStatuses, { error: `The status is one of ${templateStatuses.join(', ')}.` })
    .optional(),
  quality: z
    .enum(templateQualities, { error: `The quality is one of ${templateQualities.join(', ')}.` })
    .optional(),
  category: z
    .enum(templateCategories, { error: `The category is one of ${templateCategories.join(', ')}.` })
    .optional(),
})

/** Approves, pauses, disables or rejects templates, and sends a webhook of each change. */
export function controlTemplates(app: FastifyInstance, world: World): void {
  const { numbers, sender } = world

  app.get('/templates', async ({ query }) => accountOf(numbers, parse(AskedAccount, query)).templates.all())

  app.post<{ Params: { name: string } }>('/templates/:name', async ({ params, body }) => {
    const { language, ...changed } = parse(TemplateOrder, body)
    const { id, templates } = accountOf(numbers, changed)
    const template = templates.find(params.name, language)
    if (template === undefined) {
      throw new ApiError(404, 'template.unknown', 'There is no such template in this language.', 'name')
    }
    const told = templateWebhooks(id, template, changed, world.now())
    templates.change(template, changed)
    for (const { field, body: webhook } of told) void sender.send(template.id, `webhook ${field}`, webhook)
    return template
  })
}

/** The account that is asked for, that of the first number where none is. */
function accountOf(
  { accounts, first }: BusinessNumbers,
  { business_account_id: id = first.account.id }: z.infer<typeof AskedAccount>,
): BusinessAccount {
  const account = accounts.find(one => one.id === id)
  if (account) return account
  const sentence = 'There is no such business account.'
  throw new ApiError(400, 'input.invalid', sentence, 'business_account_id')
}
