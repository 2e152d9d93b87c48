import type { Emit, Tx } from '../db/write.ts'

/**
 * What of a locked agent's ends with them, in the transaction in which they go; given by the noun that knows of it. Agents
 * are locked before conversations.
 */
export interface Departure {
  /** Ends the offers that wait for the agent's answer, for a reason that colleagues read. */
  readonly endOffersOf: (tx: Tx, emit: Emit, agentId: number, reason: string, now: Date) => Promise<void>
  /** Gives the agent's open conversations back to the queue. Answers how many. */
  readonly handBackOf: (tx: Tx, emit: Emit, agentId: number, now: Date) => Promise<number>
}
