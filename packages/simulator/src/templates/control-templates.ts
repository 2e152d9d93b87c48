import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { BusinessAccount, BusinessNumbers } from '../business.ts'
import { parse } from '../control-input.ts'
import { Refused } from '../refusals.ts'
import type { World } from '../world.ts'
import { templateCategories, templateQualities, templateStatuses } from './template.ts'
import { templateWebhooks } from './template-events.ts'

const asked = z.object({ business_account_id: z.string().optional() })
const change = asked.extend({
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

/** What Meta does with templates: tests and the page approve, pause, disable or reject one, and each change is told. */
export function controlTemplates(app: FastifyInstance, world: World): void {
  const { numbers, sender } = world

  app.get('/templates', async ({ query }) => accountOf(numbers, parse(asked, query)).templates.all())

  app.post<{ Params: { name: string } }>('/templates/:name', async ({ params, body }) => {
    const { language, ...changed } = parse(change, body)
    const { id, templates } = accountOf(numbers, changed)
    const template = templates.find(params.name, language)
    if (template === undefined) {
      throw new Refused(404, 'template.unknown', 'There is no such template in this language.', 'name')
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
  { business_account_id: id = first.account.id }: z.infer<typeof asked>,
): BusinessAccount {
  const account = accounts.find(one => one.id === id)
  if (account) return account
  const sentence = 'There is no such business account.'
  throw new Refused(400, 'input.invalid', sentence, 'business_account_id')
}
