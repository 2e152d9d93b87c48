import type { Emit, Tx } from '../db/write.ts'

/**
 * Ends the offers and conversations of an agent who leaves, in the same transaction. Callers lock the agent, then
 * conversations.
 */
export interface Departure {
  /** Ends the agent's open offers; colleagues read the reason. */
  readonly endOffersOf: (tx: Tx, emit: Emit, agentId: number, reason: string, now: Date) => Promise<void>
  /** Returns the agent's open conversations to the queue, and their number. */
  readonly handBackOf: (tx: Tx, emit: Emit, agentId: number, now: Date) => Promise<number>
}
