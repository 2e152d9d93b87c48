import type { KnowledgeContent } from '@parley/core/api/knowledge'

/** An answer, and then how it is asked for. */
type Said = readonly [answer: string, ...questions: string[]]

interface Written extends Partial<Pick<KnowledgeContent, 'intent' | 'next' | 'link'>> {
  readonly en: Said
  readonly lg: Said
  readonly sw: Said
}

/** An answer of the made-up insurer Parley Life, as it is published. */
export function answer(topic: string, title: string, { en, lg, sw, ...more }: Written): KnowledgeContent {
  const [[english, ...asked], [luganda, ...buuza], [swahili, ...uliza]] = [en, lg, sw]
  return {
    title,
    topic,
    questions: { en: asked, lg: buuza, sw: uliza },
    answers: { en: english, lg: luganda, sw: swahili },
    intent: more.intent ?? null,
    next: more.next ?? null,
    link: more.link ?? null,
  }
}
