import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parse } from '../control-input.ts'
import { Refused } from '../refusals.ts'
import type { World } from '../world.ts'
import { templateCategories, templateQualities, templateStatuses } from './template.ts'
import { templateWebhooks } from './template-events.ts'

const change = z.object({
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
  const { templates, sender, options } = world

  app.get('/templates', async () => templates.all())

  app.post<{ Params: { name: string } }>('/templates/:name', async ({ params, body }) => {
    const { language, ...asked } = parse(change, body)
    const template = templates.find(params.name, language)
    if (template === undefined) {
      throw new Refused(404, 'template.unknown', 'There is no such template in this language.', 'name')
    }
    const told = templateWebhooks(options.businessAccountId, template, asked, world.now())
    templates.change(template, asked)
    for (const { field, body: webhook } of told) void sender.send(template.id, `webhook ${field}`, webhook)
    return template
  })
}
