import { record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'

/**
 * Records a failed sign-in. For an unknown account the typed name stays out, since people type passwords there. Tries at
 * a locked account are not recorded, since they have no end; the lock itself is on record.
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
