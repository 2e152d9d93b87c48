import { record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'

/**
 * Puts a wrong password for an account on record. Those that a closed account refuses unread are not: there is no end of
 * them, and the lock itself is on record.
 */
export const recordFailure = (writer: Writer, agentId: number, address: string): Promise<void> =>
  write(writer, tx =>
    record(
      tx,
      { agentId: null, address },
      { action: 'sign-in.failed', noun: 'agent', objectId: agentId },
      writer.now(),
    ),
  )
