/** Offered below an answer: the menu, an application, or an agent. */
export const nextSteps = ['menu', 'apply_ipp', 'apply_lib', 'agent'] as const
export type NextStep = (typeof nextSteps)[number]

/** draft: never published; changed: published, with a draft. */
export const knowledgeStates = ['draft', 'published', 'changed'] as const
export type KnowledgeState = (typeof knowledgeStates)[number]

/** In characters and pieces. */
export const knowledgeLimits = {
  title: 80,
  topic: 40,
  /** Of each language. */
  questions: 30,
  question: 200,
  /** An answer and its link together: what WhatsApp takes above buttons. */
  answer: 1_024,
  link: 500,
  /** Of a file that is read in. */
  entries: 500,
} as const
