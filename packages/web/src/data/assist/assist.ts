import type { Language } from '@parley/core/text/languages'
import { apiWith } from '../../client/client.ts'
import { oneDraft } from '../../client/device/kept-draft.ts'

/** The server gives assist ten seconds, and says then what went wrong. */
const longestMs = 15_000

/** The calls that wait for assist. Every function rejects with `ApiFailure` alone. */
const assistApi = apiWith({ longestMs })

/** A message in another language. Rejects with `ApiFailure`. */
export const translateMessage = async (id: string, to: Language): Promise<string> =>
  (await assistApi.translateByAssist({ body: { message_id: id, to } })).value.text

/** Words that were not sent, in another language. Rejects with `ApiFailure`. */
export const translateWords = async (text: string, to: Language): Promise<string> =>
  (await assistApi.translateByAssist({ body: { text, to } })).value.text

/** What a conversation is about, from so many of its newest messages. */
export type Summary = Awaited<ReturnType<typeof summarise>>

/** Rejects with `ApiFailure`. */
export const summarise = async (conversationId: string) =>
  (await assistApi.summariseByAssist({ params: { id: conversationId } })).value

/** An answer, and the entries of the knowledge that it is from; none: from no entry. Rejects with `ApiFailure`. */
export const draftAnswer = async (conversationId: string) =>
  (await assistApi.draftByAssist({ params: { id: conversationId } })).value

/** Marks the text in the box as written by assist. */
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
export const assistMarks = oneDraft<AssistMark>()

export const assistMarkKey = (agentId: string, conversationId: string): string =>
  `assist-mark:${agentId}:${conversationId}`
