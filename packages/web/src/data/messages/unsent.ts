import { createStore } from '../../store.ts'

/** How many replies of one conversation are on this device alone. */
export interface Unsent {
  /** They go by themselves when something gets through. */
  readonly waiting: number
  /** They go only if the agent says so. */
  readonly stopped: number
}

/** By conversation; one of which this device holds nothing is not there. What is just being sent does not count. */
export const unsentHere = createStore<ReadonlyMap<string, Unsent>>(new Map())

/** The conversations in which the agent has a draft, as far as is known: who fills it is no part of the first load. */
export const draftMarks = createStore<ReadonlySet<string>>(new Set())

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
