import type { DraftKind } from '../../client/device/kept-draft.ts'

/** That what stands in the box is assist's. */
export interface AssistMark {
  readonly kind: 'draft' | 'translation'
  /** All that stands in the box: other words are an agent's. */
  readonly text: string
  /** Of the entries that a draft is from. */
  readonly titles: readonly string[]
  /** What stood in the box before. */
  readonly before: string
}

/** Kept with the draft, so that a page that is loaded anew says it too. */
export const assistMarks: DraftKind<AssistMark | null> = {
  empty: () => null,
  isEmpty: mark => mark === null,
  join: (kept, written) => written ?? kept,
}

export const assistMarkKey = (agentId: string, conversationId: string): string =>
  `assist-mark:${agentId}:${conversationId}`
