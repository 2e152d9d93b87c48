/** Offered below an answer: the menu, an application, or an agent. */
export const nextSteps = ['menu', 'apply_ipp', 'apply_lib', 'agent'] as const
export type NextStep = (typeof nextSteps)[number]

/** draft: never published; changed: published, with a draft. */
export const knowledgeStates = ['draft', 'published', 'changed'] as const
export type KnowledgeState = (typeof knowledgeStates)[number]

/** Limits, in characters and items. */
export const knowledgeLimits = {
  title: 80,
  topic: 40,
  /** For each language. */
  questions: 30,
  question: 200,
  /** An answer and its link together: WhatsApp's limit for text above buttons. */
  answer: 1_024,
  link: 500,
  /** Entries of an imported file. */
  entries: 500,
} as const
