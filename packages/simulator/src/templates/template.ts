export const templateStatuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const
export const templateQualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const
export const templateCategories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const

type Example = Readonly<Record<string, unknown>>

export type SimulatedButton =
  | { type: 'QUICK_REPLY'; text: string }
  | { type: 'URL'; text: string; url: string; example?: readonly string[] }
  | { type: 'PHONE_NUMBER'; text: string; phone_number: string }
  | { type: 'COPY_CODE'; text: string; example: string }

export type SimulatedComponent =
  | { type: 'HEADER'; format: 'TEXT' | 'IMAGE' | 'VIDEO' | 'DOCUMENT'; text?: string; example?: Example }
  | { type: 'BODY'; text: string; example?: Example }
  | { type: 'FOOTER'; text: string }
  | { type: 'BUTTONS'; buttons: readonly SimulatedButton[] }

/** A template as Meta's list has it. */
export type SimulatedTemplate = {
  id: string
  name: string
  language: string
  category: (typeof templateCategories)[number]
  status: (typeof templateStatuses)[number]
  quality_score: { score: (typeof templateQualities)[number] }
  components: readonly SimulatedComponent[]
}

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
