import type { IntentAnalysis } from '@parley/core/intent/api'
import { readIntent } from '@parley/core/read/entities'
import { api } from '../../client/client.ts'

/** What a text that is to be sent means; null when that cannot be found out, which is logged unless it was called off. */
export async function analyse(
  conversationId: string,
  text: string,
  signal: AbortSignal,
): Promise<IntentAnalysis | null> {
  try {
    const { value } = await api.executeIntent({
      params: { id: conversationId },
      body: { text },
      signal,
    })
    return readIntent(value)
  } catch (cause) {
    if (!signal.aborted)
      console.warn('Failed to analyse message', cause instanceof Error ? cause.message : cause)
    return null
  }
}

const byConversation = new Map<string, Set<string>>()

/** The intents that this page's agent has said no to in a conversation, for as long as the page lives. */
export function refusedIntents(conversationId: string): Set<string> {
  const held = byConversation.get(conversationId) ?? new Set<string>()
  byConversation.set(conversationId, held)
  return held
}
