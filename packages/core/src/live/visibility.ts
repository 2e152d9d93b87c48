import type { ConversationState } from '../conversations/api.ts'
import type { LiveEvent } from '../sockets/api.ts'

/** Whether a frame takes a conversation, with all that belongs to it, out of its viewer's sight. */
export const isLost = (event: LiveEvent, conversationId: string | null): boolean =>
  event.event === 'sight' && event.data.conversation === null && event.data.conversation_id === conversationId

/** The conversation that a frame tells of, as it is now; null for any other frame. */
export function stateIn(event: LiveEvent): ConversationState | null {
  if (event.event === 'conversation') return event.data
  return event.event === 'sight' ? event.data.conversation : null
}
