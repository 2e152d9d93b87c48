import { z } from 'zod'
import templatesJson from '../data/templates.json' with { type: 'json' }

export const templateStatuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const
export const templateQualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const
export const templateCategories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const

const text = z.string()
const example = z.record(text, z.unknown()).optional()
const Button = z.discriminatedUnion('type', [
  z.object({ type: z.literal('QUICK_REPLY'), text }),
  z.object({ type: z.literal('URL'), text, url: text, example: z.array(text).optional() }),
  z.object({ type: z.literal('PHONE_NUMBER'), text, phone_number: text }),
  z.object({ type: z.literal('COPY_CODE'), text, example: text }),
])
const Component = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('HEADER'),
    format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT']),
    text: text.optional(),
    example,
  }),
  z.object({ type: z.literal('BODY'), text, example }),
  z.object({ type: z.literal('FOOTER'), text }),
  z.object({ type: z.literal('BUTTONS'), buttons: z.array(Button) }),
])
type TemplateComponent = z.infer<typeof Component>
const Seed = z.object({
  name: text,
  language: text.default('en'),
  category: z.enum(templateCategories).default('UTILITY'),
  status: z.enum(templateStatuses).default('APPROVED'),
  components: z.array(Component),
})

/** A template as Meta's list has it. */
export type SimulatedTemplate = z.infer<typeof Seed> & {
  id: string
  rejected_reason: string
  quality_score: { score: (typeof templateQualities)[number] }
}

/** As Meta says it: NONE for what was not rejected. */
export const rejectedReasonOf = (status: (typeof templateStatuses)[number]): string =>
  status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE'

/** The templates of a pension and life insurer; some cannot be sent. */
export const insurerTemplates: readonly SimulatedTemplate[] = z
  .array(Seed)
  .parse(templatesJson)
  .map((seed, index) => ({
    id: String(1_280_000_000_000_001 + index),
    ...seed,
    rejected_reason: rejectedReasonOf(seed.status),
    quality_score: {
      score: seed.status === 'PAUSED' ? 'RED' : seed.category === 'MARKETING' ? 'YELLOW' : 'GREEN',
    },
  }))

/** The template of this name in this language. */
export const findTemplate = (
  templates: readonly SimulatedTemplate[],
  name: string,
  language: string,
): SimulatedTemplate | undefined => templates.find(one => one.name === name && one.language === language)

/** A template's part of one type. */
export const partOf = <Type extends TemplateComponent['type']>(
  { components }: SimulatedTemplate,
  type: Type,
): Extract<TemplateComponent, { type: Type }> | undefined =>
  components.find((one): one is Extract<TemplateComponent, { type: Type }> => one.type === type)

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/** The names of a text's variables, each once, in their order. */
export const variablesIn = (written: string): readonly string[] => [
  ...new Set([...written.matchAll(placeholder)].map(([, name = '']) => name)),
]

/** A text with the values of its variables; a variable without a value stays as it is. */
export const filledIn = (written: string, values: ReadonlyMap<string, string>): string =>
  written.replace(placeholder, (whole, name: string) => values.get(name) ?? whole)
