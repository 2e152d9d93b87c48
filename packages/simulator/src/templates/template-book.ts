import type { SimulatedTemplate } from './template.ts'

/** What a template may become. */
export type TemplateChange = {
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
