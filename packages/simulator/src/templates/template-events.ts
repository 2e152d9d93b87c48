import type { SimulatedTemplate } from './template.ts'
import type { TemplateChange } from './template-book.ts'

/** The webhooks that tell of a change, one for each thing that changed; call it before the change is made. */
export function templateWebhooks(
  accountId: string,
  template: SimulatedTemplate,
  { status, category, quality }: TemplateChange,
  at: Date,
): readonly { field: string; body: object }[] {
  const about = {
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
  }
  const events = [
    status !== undefined && {
      field: 'message_template_status_update',
      value: { ...about, event: status, reason: reasons[status] ?? 'NONE' },
    },
    quality !== undefined && {
      field: 'message_template_quality_update',
      value: {
        ...about,
        previous_quality_score: template.quality_score.score,
        new_quality_score: quality,
      },
    },
    category !== undefined && {
      field: 'template_category_update',
      value: { ...about, previous_category: template.category, new_category: category },
    },
  ]
  return events.flatMap(event =>
    event === false
      ? []
      : [
          {
            field: event.field,
            body: {
              object: 'whatsapp_business_account',
              entry: [{ id: accountId, time: Math.floor(at.getTime() / 1000), changes: [event] }],
            },
          },
        ],
  )
}

const reasons: Readonly<Record<string, string>> = { REJECTED: 'INVALID_FORMAT', PAUSED: 'LOW_QUALITY' }
