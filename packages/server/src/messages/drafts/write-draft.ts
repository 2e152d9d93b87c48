import { Refusal } from '@parley/core/errors'
import { afterWrite, type DraftStep, type DraftWords } from '@parley/core/messages/drafts'
import { lockConversation } from '../../conversations/lock.ts'
import { type Writer, write } from '../../db/write.ts'
import { quotedBy } from '../quotes.ts'
import { type DraftPlace, noteStep, storedDraft, storeDraft } from './hold.ts'
import { draftAt } from './queries.ts'

/**
 * Keeps what an agent has begun to say. Of what was written elsewhere since, or by a later step of the same page, nothing is
 * overwritten.
 * @throws Refusal conversation.not-found, customer.erased, input.invalid, draft.changed with what there is
 */
export const writeDraft = (
  writer: Writer,
  place: DraftPlace,
  written: DraftStep & DraftWords,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    await lockConversation(tx, place.conversationId)
    const stored = await storedDraft(tx, place)
    const outcome = afterWrite(stored, written)
    if (outcome === 'stale') {
      throw new Refusal('draft.changed', {}, undefined, { current: await draftAt(tx, place) })
    }
    // The step of a page that lets a draft be as it is says nothing of what another page does with it.
    if (outcome === 'same' && stored?.pageId === written.pageId) await noteStep(tx, place, written)
    if (outcome === 'same') return
    const quotedId = await quotedBy(tx, place.conversationId, written.quotedId)
    const words = { ...written, quotedId: quotedId === null ? null : String(quotedId) }
    await storeDraft(tx, emit, place, words, writer.now())
  })
