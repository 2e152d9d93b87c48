import type { Language } from '@parley/core/text/languages'
import { apiWith } from '../../client/client.ts'

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
export interface Summary {
  readonly text: string
  readonly messages: number
}

/** Rejects with `ApiFailure`. */
export const summarise = async (conversationId: string): Promise<Summary> =>
  (await assistApi.summariseByAssist({ params: { id: conversationId } })).value

/** An answer, and the entries of the knowledge that it is from; none: from no entry. */
export interface DraftedAnswer {
  readonly text: string
  readonly entries: readonly { readonly id: string; readonly title: string }[]
}

/** Rejects with `ApiFailure`. */
export const draftAnswer = async (conversationId: string): Promise<DraftedAnswer> =>
  (await assistApi.draftByAssist({ params: { id: conversationId } })).value
