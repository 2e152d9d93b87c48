import type { ConversationState } from '../conversations/api.ts'
import type { LiveEvent } from '../sockets/api.ts'

/** Whether an event removes a conversation, with all that belongs to it, from the viewer's visibility scope. */
export const isLost = (event: LiveEvent, conversationId: string | null): boolean =>
  event.event === 'sight' && event.data.conversation === null && event.data.conversation_id === conversationId

/** The new state of the conversation that an event carries; null for any other event. */
export function stateIn(event: LiveEvent): ConversationState | null {
  if (event.event === 'conversation') return event.data
  return event.event === 'sight' ? event.data.conversation : null
}
