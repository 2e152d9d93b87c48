import { KnowledgeContent } from '@parley/core/knowledge/api'

/** Of an intent that the recogniser does not know any more nothing is left. */
const Stored = KnowledgeContent.extend({ intent: KnowledgeContent.shape.intent.catch(null) })

/** What a column holds of an answer; null for none. */
export const storedContent = (value: unknown): KnowledgeContent | null =>
  value === null ? null : Stored.parse(value)

/** The same where there must be one. */
export const publishedContent = (value: unknown): KnowledgeContent => Stored.parse(value)
