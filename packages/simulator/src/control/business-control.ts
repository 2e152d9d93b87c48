import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  type BusinessAccount,
  type BusinessNumber,
  type BusinessNumbers,
  numberStatuses,
  qualities,
  sendings,
} from '../business.ts'
import { businessOf, parse } from './input.ts'
import { ApiError, invalidInput } from '../errors.ts'
import {
  findTemplate,
  type SimulatedTemplate,
  templateCategories,
  templateQualities,
  templateStatuses,
  rejectedReasonOf,
} from '../templates.ts'
import { numberView, pageTemplate } from './views.ts'
import { accountWebhook } from '../webhook-body.ts'
import type { World } from '../world.ts'

/** A change that a webhook reports. */
type WebhookChange = { field: string; value: object }

const AskedNumber = z.object({ phone_number_id: z.string().optional() })
const NumberChange = AskedNumber.extend({
  quality: z.enum(qualities).optional(),
  status: z.enum(numberStatuses).optional(),
  sending: z.enum(sendings).optional(),
})

/** Changes the quality and status of a number and the restriction of its account, and sends Meta's webhooks of it. */
export function numberControl(app: FastifyInstance, { numbers, sender, live, now }: World): void {
  app.get('/numbers', async () => numbers.all.map(numberView))

  app.get('/number', async ({ query }) =>
    numberView(businessOf(numbers, parse(AskedNumber, query).phone_number_id, 'phone_number_id')),
  )

  app.post('/number', async ({ body }) => {
    const change = parse(NumberChange, body)
    const number = businessOf(numbers, change.phone_number_id, 'phone_number_id')
    const { account } = number
    number.quality = change.quality ?? number.quality
    number.status = change.status ?? number.status
    account.sending = change.sending ?? account.sending
    for (const one of numbers.all) if (one.account === account) live.publish('number', numberView(one))
    for (const event of numberWebhooks(number, change)) {
      void sender.send('number', `webhook ${event.field}`, accountWebhook(account.id, event, now()))
    }
    return numberView(number)
  })
}

function numberWebhooks(
  { displayPhoneNumber, quality }: BusinessNumber,
  change: z.infer<typeof NumberChange>,
): readonly WebhookChange[] {
  const isWorse = quality !== 'GREEN' || change.status === 'FLAGGED'
  const standing = {
    field: 'phone_number_quality_update',
    value: {
      display_phone_number: displayPhoneNumber,
      event: isWorse ? 'FLAGGED' : 'UNFLAGGED',
      current_limit: 'TIER_1K',
    },
  }
  const restriction = [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }]
  const account = {
    field: 'account_update',
    value:
      change.sending === 'AVAILABLE'
        ? { event: 'VERIFIED_ACCOUNT' }
        : { event: 'ACCOUNT_RESTRICTION', restriction_info: restriction },
  }
  return [
    ...(change.quality !== undefined || change.status !== undefined ? [standing] : []),
    ...(change.sending === undefined ? [] : [account]),
  ]
}

const AskedAccount = z.object({ business_account_id: z.string().optional() })
const TemplateChange = AskedAccount.extend({
  language: z.string().default('en'),
  status: z.enum(templateStatuses).optional(),
  quality: z.enum(templateQualities).optional(),
  category: z.enum(templateCategories).optional(),
})

/** Approves, pauses, disables or rejects templates, and sends a webhook of each change. */
export function templateControl(app: FastifyInstance, { numbers, sender, live, now }: World): void {
  app.get('/templates', async ({ query }) => accountOf(numbers, parse(AskedAccount, query)).templates)

  app.post<{ Params: { name: string } }>('/templates/:name', async ({ params, body }) => {
    const change = parse(TemplateChange, body)
    const { id, templates } = accountOf(numbers, change)
    const template = findTemplate(templates, params.name, change.language)
    if (template === undefined) {
      throw new ApiError(404, 'template.unknown', 'There is no such template in this language.', 'name')
    }
    const events = templateWebhooks(template, change)
    template.status = change.status ?? template.status
    template.rejected_reason = rejectedReasonOf(template.status)
    template.category = change.category ?? template.category
    template.quality_score = { score: change.quality ?? template.quality_score.score }
    live.publish('template', pageTemplate(id, template))
    for (const event of events) {
      void sender.send(template.id, `webhook ${event.field}`, accountWebhook(id, event, now()))
    }
    return template
  })
}

const reasons: Readonly<Record<string, string>> = { REJECTED: 'INVALID_FORMAT', PAUSED: 'LOW_QUALITY' }

/** One for each thing that changes; they name the values before the change. */
function templateWebhooks(
  { id, name, language, category: previous, quality_score: { score } }: SimulatedTemplate,
  { status, category, quality }: z.infer<typeof TemplateChange>,
): readonly WebhookChange[] {
  const about = {
    message_template_id: Number(id),
    message_template_name: name,
    message_template_language: language,
  }
  const events = [
    status && {
      field: 'message_template_status_update',
      value: { ...about, event: status, reason: reasons[status] ?? 'NONE' },
    },
    quality && {
      field: 'message_template_quality_update',
      value: { ...about, previous_quality_score: score, new_quality_score: quality },
    },
    category && {
      field: 'template_category_update',
      value: { ...about, previous_category: previous, new_category: category },
    },
  ]
  return events.filter(event => event !== undefined)
}

/** The account with this id; without an id that of the first number. */
function accountOf(
  { accounts, first }: BusinessNumbers,
  { business_account_id: id = first.account.id }: z.infer<typeof AskedAccount>,
): BusinessAccount {
  const account = accounts.find(one => one.id === id)
  if (account) return account
  throw invalidInput('There is no such business account.', 'business_account_id')
}
