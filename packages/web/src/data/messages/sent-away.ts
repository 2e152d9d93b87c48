import { createStore } from '../../store.ts'

/** A message that was sent from here and is held still, so that its writer can take it back. */
export interface SentAway {
  readonly conversationId: string
  readonly messageId: string
  /** When it leaves, by the server's clock; ISO 8601. */
  readonly leavesAt: string
}

/** The newest one; null: none since the page began. */
export const newestSent = createStore<SentAway | null>(null)
