import { type DraftStep, isEndedBySend, isNothing, noWords } from '@parley/core/messages/drafts'
import type { Emit, Tx } from '../../db/write.ts'
import { type DraftPlace, noteStep, storedDraft, storeDraft } from './hold.ts'

/**
 * Ends the draft that a message was sent from, in the transaction that stores the message and under the lock of its
 * conversation. What stays is a row without words, so that a write which the page made before and which comes later is
 * refused; where nothing was stored yet, too.
 */
export async function endSentDraft(
  tx: Tx,
  emit: Emit,
  place: DraftPlace,
  sent: DraftStep,
  now: Date,
): Promise<void> {
  const stored = await storedDraft(tx, place)
  if (!isEndedBySend(stored, sent)) return
  if (stored !== null && isNothing(stored)) await noteStep(tx, place, sent)
  else await storeDraft(tx, emit, place, { ...noWords, ...sent }, now)
}
