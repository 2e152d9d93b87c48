import { z } from 'zod'
import templatesJson from '../data/templates.json' with { type: 'json' }

export const templateStatuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const
export const templateQualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const
export const templateCategories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const

const example = z.record(z.string(), z.unknown()).optional()
const Button = z.discriminatedUnion('type', [
  z.object({ type: z.literal('QUICK_REPLY'), text: z.string() }),
  z.object({
    type: z.literal('URL'),
    text: z.string(),
    url: z.string(),
    example: z.array(z.string()).optional(),
  }),
  z.object({ type: z.literal('PHONE_NUMBER'), text: z.string(), phone_number: z.string() }),
  z.object({ type: z.literal('COPY_CODE'), text: z.string(), example: z.string() }),
])
const Component = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('HEADER'),
    format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT']),
    text: z.string().optional(),
    example,
  }),
  z.object({ type: z.literal('BODY'), text: z.string(), example }),
  z.object({ type: z.literal('FOOTER'), text: z.string() }),
  z.object({ type: z.literal('BUTTONS'), buttons: z.array(Button) }),
])
type SimulatedComponent = z.infer<typeof Component>
const Seed = z.object({
  name: z.string(),
  language: z.string().default('en'),
  category: z.enum(templateCategories).default('UTILITY'),
  status: z.enum(templateStatuses).default('APPROVED'),
  components: z.array(Component),
})

/** A template as Meta's list has it. */
export type SimulatedTemplate = z.infer<typeof Seed> & {
  id: string
  quality_score: { score: (typeof templateQualities)[number] }
}

/** The templates of a pension and life insurer; some cannot be sent. */
export const insurerTemplates: readonly SimulatedTemplate[] = z
  .array(Seed)
  .parse(templatesJson)
  .map((seed, index) => ({
    id: String(1_280_000_000_000_001 + index),
    ...seed,
    quality_score: {
      score: seed.status === 'PAUSED' ? 'RED' : seed.category === 'MARKETING' ? 'YELLOW' : 'GREEN',
    },
  }))

/** A template's part of one type. */
export const partOf = <Type extends SimulatedComponent['type']>(
  { components }: SimulatedTemplate,
  type: Type,
): Extract<SimulatedComponent, { type: Type }> | undefined =>
  components.find((one): one is Extract<SimulatedComponent, { type: Type }> => one.type === type)

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/** The names of a text's variables, each once, in their order. */
export const variablesIn = (written: string): readonly string[] => [
  ...new Set([...written.matchAll(placeholder)].map(([, name = '']) => name)),
]

/** A text with its variables in place; one without a value stays as it is written. */
export const filledIn = (written: string, values: ReadonlyMap<string, string>): string =>
  written.replace(placeholder, (whole, name: string) => values.get(name) ?? whole)

/** A change of a template. */
type TemplateChange = {
  status?: SimulatedTemplate['status'] | undefined
  category?: SimulatedTemplate['category'] | undefined
  quality?: SimulatedTemplate['quality_score']['score'] | undefined
}

/** The templates of the business account, in memory. */
export type TemplateBook = {
  all: () => readonly SimulatedTemplate[]
  /** One in one language. */
  find: (name: string, language: string) => SimulatedTemplate | undefined
  /** Changes one that is there. */
  change: (template: SimulatedTemplate, change: TemplateChange) => void
}

export function templateBookOf(
  seeds: readonly SimulatedTemplate[],
  changed: (template: SimulatedTemplate) => void,
): TemplateBook {
  const templates = structuredClone(seeds) as SimulatedTemplate[]
  return {
    all: () => templates,
    find: (name, language) => templates.find(one => one.name === name && one.language === language),
    change(template, { status, category, quality }) {
      if (status !== undefined) template.status = status
      if (category !== undefined) template.category = category
      if (quality !== undefined) template.quality_score = { score: quality }
      changed(template)
    },
  }
}

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
