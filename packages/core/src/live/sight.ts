import type { ConversationState } from '../api/conversations.ts'
import type { ChangeFrame } from '../api/sockets.ts'
import type { CacheEntry } from './cache.ts'
import type { HeldApplication, HeldTicket } from './held.ts'

/** Whether a frame takes a conversation, with all that belongs to it, out of its viewer's sight. */
export const isLost = (frame: ChangeFrame, conversationId: string | null): boolean =>
  frame.event === 'sight' && frame.data.conversation === null && frame.data.conversation_id === conversationId

/** The conversation that a frame tells of, as it is now; null for any other frame. */
export function stateIn(frame: ChangeFrame): ConversationState | null {
  if (frame.event === 'conversation') return frame.data
  return frame.event === 'sight' ? frame.data.conversation : null
}

/** Whether an entry may lack what a conversation that comes into sight brings along: it was emptied, or answered without it. */
export function lacksOf({ key, read }: CacheEntry, conversationId: string): boolean {
  switch (key[0]) {
    case 'conversation':
    case 'thread':
    case 'tickets':
    case 'issues':
      return key[1] === conversationId
    case 'ticket':
    case 'application':
      return (read() as HeldTicket | HeldApplication | undefined)?.value === null
    default:
      return key[0] === 'applications'
  }
}
