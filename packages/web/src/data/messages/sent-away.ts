import { createStore } from '../../store.ts'

/** A message that was sent from here. While it is held its writer can take it back; what it resolved can be opened again. */
export interface SentAway {
  readonly conversationId: string
  readonly messageId: string
  /** When it leaves, by the server's clock; ISO 8601. Null: it is not held. */
  readonly leavesAt: string | null
  /** It resolved its conversation. */
  readonly resolves: boolean
}

/** The newest one; null: none since the page began. */
export const newestSent = createStore<SentAway | null>(null)
