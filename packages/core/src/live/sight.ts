import type { ConversationState } from '../conversations/api.ts'
import type { ChangeFrame } from '../sockets/api.ts'

/** Whether a frame takes a conversation, with all that belongs to it, out of its viewer's sight. */
export const isLost = (frame: ChangeFrame, conversationId: string | null): boolean =>
  frame.event === 'sight' && frame.data.conversation === null && frame.data.conversation_id === conversationId

/** The conversation that a frame tells of, as it is now; null for any other frame. */
export function stateIn(frame: ChangeFrame): ConversationState | null {
  if (frame.event === 'conversation') return frame.data
  return frame.event === 'sight' ? frame.data.conversation : null
}
