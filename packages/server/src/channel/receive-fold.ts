import { Refusal } from '@parley/core/errors'
import type { Fold } from '@parley/whatsapp/fold'
import { itemDigest } from '@parley/whatsapp/item-digest'
import { lockConversation } from '../conversations/lock.ts'
import { together } from '../db/flight.ts'
import type { Emit, Tx } from '../db/write.ts'
import {
  keepFold,
  type LinkedFold,
  linkFolds,
  lockWaitingFolds,
  refold,
  targetOf,
} from '../messages/folds.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { SpeaksOfErased } from './erased-items.ts'
import { folded, type ItemEnd, noted } from './item-end.ts'
import { foldNoted } from './keep-ends.ts'

/** By it the ledger knows what was put aside, so that it can say later what became of it. */
export const foldDigest = ({ id }: Pick<Fold, 'id'>): string => itemDigest({ noun: 'fold', id })

/**
 * Applies what a customer did to a message that is there: nobody is told, nothing is unread and nothing wakes. What comes
 * before its message is kept for it. Answers how it ended: in its message, beside the messages, or in the same one that
 * came before.
 * @throws SpeaksOfErased
 */
export async function receiveFold(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  fold: Fold,
  now: Date,
): Promise<ItemEnd> {
  const looking = targetOf(phoneNumberId, fold.targetId)
  const [erased, [target]] = await together(tx, erasedAmong([fold.id, fold.targetId]), looking)
  if (erased.length > 0) throw new SpeaksOfErased()
  if (target === undefined) return keepEarly(tx, phoneNumberId, fold, now)
  if (fold.kind !== 'reaction' && target.direction === 'OUTBOUND') {
    return noted('It changes a message of the business, which its customer cannot.')
  }
  await lockConversation(tx, target.conversation_id).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'customer.erased' ? new SpeaksOfErased() : error
  })
  const [kept] = await together(tx, keepFold(phoneNumberId, fold, target.id, now))
  if (kept.length > 0) await refoldNow(tx, emit, [target.id])
  return folded(target.id)
}

/** The message may be on its way into the database: looked for again once nobody else brings one. */
async function keepEarly(tx: Tx, phoneNumberId: string, fold: Fold, now: Date): Promise<ItemEnd> {
  const [, [target]] = await together(tx, lockWaitingFolds(), targetOf(phoneNumberId, fold.targetId))
  // Who holds its conversation may wait for the lock that is ours now.
  if (target !== undefined) throw new TargetMeanwhile()
  const [kept] = await together(tx, keepFold(phoneNumberId, fold, null, now))
  return kept.length > 0 ? noted('It changes a message that Parley does not know.') : folded(null)
}

/** The message was stored since we looked. */
class TargetMeanwhile extends Error {
  /** As the database calls it: tried again like a deadlock. */
  readonly code = '40001'

  constructor() {
    super('The message was stored meanwhile')
    this.name = 'TargetMeanwhile'
  }
}

/**
 * Applies what came before its message, now that these ids of WhatsApp's are stored. The conversations must be locked, and
 * the lock of what waits shared since before the ids were looked for.
 */
export async function applyWaitingFolds(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  wamids: readonly string[],
): Promise<void> {
  const [linked] = await together(tx, linkFolds(phoneNumberId, wamids))
  await applyLinked(tx, emit, linked)
}

/** Applies what found its message, whose conversation must be locked. */
export async function applyLinked(tx: Tx, emit: Emit, linked: readonly LinkedFold[]): Promise<void> {
  if (linked.length === 0) return
  await refoldNow(
    tx,
    emit,
    linked.map(({ message_id }) => message_id),
  )
  await together(
    tx,
    foldNoted(
      linked.map(({ message_id: messageId, wamid: id }) => ({ digest: foldDigest({ id }), messageId })),
    ),
  )
}

async function refoldNow(tx: Tx, emit: Emit, messageIds: readonly number[]): Promise<void> {
  const [rows] = await together(tx, refold(messageIds))
  for (const { id, conversation_id, is_last } of rows) {
    emit({ noun: 'message', id, kind: 'changed' })
    // The list shows the last one's words.
    if (is_last) emit({ noun: 'conversation', id: conversation_id, kind: 'changed' })
  }
}
