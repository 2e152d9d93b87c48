const byConversation = new Map<string, Set<string>>()

/** The intents that this page's agent has said no to in a conversation, for as long as the page lives. */
export function refusedIntents(conversationId: string): Set<string> {
  const held = byConversation.get(conversationId) ?? new Set<string>()
  byConversation.set(conversationId, held)
  return held
}
