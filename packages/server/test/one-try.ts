import { setTimeout as sleep } from 'node:timers/promises'
import type { Writer } from '../src/db/write.ts'
import { type Claim, claimDue } from '../src/delivery/claim.ts'
import { type AttemptOutcome, recordResults } from '../src/delivery/result.ts'

/** Claims the next due message of a number, waiting for conversations that other transactions lock; null: none is due. */
export async function claimNext(writer: Writer, phoneNumberId: string): Promise<Claim | null> {
  for (;;) {
    const claims = await claimDue(writer, phoneNumberId, 1)
    if (claims !== 'held') return claims[0] ?? null
    await sleep(5)
  }
}

/** Records the result of one attempt over WhatsApp. */
export const recordOutcome = (writer: Writer, claim: Claim, attempted: AttemptOutcome): Promise<void> =>
  recordResults(writer, 'WhatsApp', [{ claim, attempted }])
