import { record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'

/**
 * Puts a wrong password on record; of a name that nobody has it says no more than that, since people type passwords there.
 * What a closed account refuses unread is not put there: there is no end of it, and the lock itself is on record.
 */
export const recordFailure = (writer: Writer, agentId: number | null, address: string): Promise<void> =>
  write(writer, tx =>
    record(
      tx,
      { agentId: null, address },
      { action: 'sign-in.failed', noun: 'agent', objectId: agentId },
      writer.now(),
    ),
  )
