import type { OutboxFile } from '@parley/core/rules/outbox'
import { keep, readKept } from '../../client/device-store.ts'

/** What an agent has written and attached in a conversation without sending it. */
export interface Draft {
  readonly text: string
  /** Uploaded already. */
  readonly files: readonly OutboxFile[]
}

const keyOf = (agentId: string, conversationId: string): string => `draft:${agentId}:${conversationId}`

/** The kept draft; null when there is none. */
export const readDraft = async (agentId: string, conversationId: string): Promise<Draft | null> =>
  (await readKept<Draft>(keyOf(agentId, conversationId))) ?? null

/** Keeps a draft; an empty one is forgotten. */
export const keepDraft = (agentId: string, conversationId: string, draft: Draft): Promise<void> =>
  keep(keyOf(agentId, conversationId), draft.text === '' && draft.files.length === 0 ? undefined : draft)

/** Adds words to what is being written, under what stands there already; the same words are not added twice. */
export async function addToDraft(agentId: string, conversationId: string, words: string): Promise<void> {
  const { text, files } = (await readDraft(agentId, conversationId)) ?? { text: '', files: [] }
  if (text.includes(words)) return
  await keepDraft(agentId, conversationId, { text: text === '' ? words : `${text}\n\n${words}`, files })
}
