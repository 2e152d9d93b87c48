import type { KnowledgeContent } from '@parley/core/knowledge/api'
import type { DraftKind } from '../../client/device/kept-draft.ts'

/** What somebody has begun on an answer and not saved yet. */
export interface AnswerDraft {
  /** Of a new one: however often it is sent, it is one answer. */
  readonly clientId: string
  /** What it was when this was begun, or when a colleague's edit was last taken in; null: it is new. */
  readonly base: { readonly version: number; readonly content: KnowledgeContent } | null
  readonly content: KnowledgeContent
}

/** @param answerId null for the new one */
export const answerDraftKey = (agentId: string, answerId: string | null): string =>
  `answer-draft:${agentId}:${answerId ?? 'new'}`

export const answerDrafts: DraftKind<AnswerDraft | null> = {
  empty: () => null,
  isEmpty: draft => draft === null,
  // The fields are shown once the device has answered, so nothing can be written before.
  join: (kept, written) => written ?? kept,
}
