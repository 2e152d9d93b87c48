import { ApiError } from '@parley/core/errors'
import type { MessageChange } from '@parley/whatsapp/inbound/fold'
import { itemDigest } from '@parley/whatsapp/inbound/node'
import { lockConversations } from '../conversations/lock.ts'
import { writersOf } from '../customers/writers.ts'
import type { Tx, TxContext } from '../db/write.ts'
import {
  type ChangeTarget,
  storeMessageChanges,
  type LinkedChange,
  lockWaitingChanges,
  recomputeMessages,
  targetsOf,
} from '../messages/changes.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { ignored, type ItemEnd, merged, mergeIgnored } from './log.ts'
import { SpeaksOfErased, StoredMeanwhile } from './rejection.ts'

/** Recognises a change in the webhook log that waits for its message. */
export const changeDigest = ({ id }: Pick<MessageChange, 'id'>): string => itemDigest({ noun: 'fold', id })

/**
 * Applies customers' reactions, edits and deletions. They notify nobody and count as unread nowhere. Only the customer of the
 * conversation can change its messages. A change that comes before its message is kept.
 * @throws SpeaksOfErased
 */
export async function applyChanges(
  context: TxContext,
  phoneNumberId: string,
  changes: readonly MessageChange[],
): Promise<readonly ItemEnd[]> {
  const { tx, now } = context
  const ids = changes.flatMap(({ id, targetId }) => [id, targetId])
  if ((await erasedAmong(tx, ids)).size > 0) throw new SpeaksOfErased()
  const targets = await lockTargets(tx, phoneNumberId, changes)
  const dated = changes.map(change => ({ ...change, at: change.at ?? now }))
  const writers = await writersOf(tx, dated)
  const judged = changes.map((change, place) => {
    const target = targets.get(change.targetId)
    const isOfBusiness = change.kind !== 'reaction' && target?.direction === 'OUTBOUND'
    const isOwn = target !== undefined && target.customer_id === writers[place]
    return { change, isOfBusiness, messageId: isOwn && !isOfBusiness ? target.id : null }
  })
  // Of two changes with one id the first is kept.
  const byId = new Map(
    judged
      .filter(({ isOfBusiness }) => !isOfBusiness)
      .toReversed()
      .map(one => [one.change.id, one]),
  )
  const toKeep = [...byId.values()].toReversed()
  const placed = toKeep.map(({ change, messageId }) => ({ ...change, messageId }))
  const kept = await storeMessageChanges(context, phoneNumberId, placed)
  await recomputeNow(
    context,
    placed.flatMap(({ id, messageId }) => (kept.has(id) ? (messageId ?? []) : [])),
  )
  return judged.map(one => {
    const { change, isOfBusiness, messageId } = one
    if (isOfBusiness) return ignored('It changes a message of the business, which its customer cannot.')
    if (messageId !== null) return merged(messageId)
    const isFirst = kept.has(change.id) && byId.get(change.id) === one
    if (!isFirst) return merged(null)
    return ignored(
      targets.has(change.targetId)
        ? 'It changes a message of another customer.'
        : 'It changes a message that Parley does not know.',
    )
  })
}

/**
 * Finds the changed messages and locks their conversations. Another transaction may be storing a missing message, so it is looked
 * up again after the lock.
 */
async function lockTargets(
  tx: Tx,
  phoneNumberId: string,
  changes: readonly MessageChange[],
): Promise<ReadonlyMap<string, ChangeTarget>> {
  const wamids = changes.map(({ targetId }) => targetId)
  const targets = await targetsOf(tx, phoneNumberId, wamids)
  try {
    await lockConversations(
      tx,
      [...targets.values()].map(target => target.conversation_id),
    )
  } catch (error) {
    throw error instanceof ApiError && error.code === 'customer.erased' ? new SpeaksOfErased() : error
  }
  const unknown = wamids.filter(wamid => !targets.has(wamid))
  if (unknown.length === 0) return targets
  await lockWaitingChanges(tx)
  // The conversation must be locked before this lock, so retry.
  if ((await targetsOf(tx, phoneNumberId, unknown)).size > 0) throw new StoredMeanwhile()
  return targets
}

/** Applies changes whose messages are stored now. Their conversations must be locked. */
export async function applyLinked(context: TxContext, linked: readonly LinkedChange[]): Promise<void> {
  if (linked.length === 0) return
  await recomputeNow(
    context,
    linked.map(({ message_id }) => message_id),
  )
  await mergeIgnored(
    context.tx,
    linked.map(({ message_id: messageId, wamid: id }) => ({ digest: changeDigest({ id }), messageId })),
  )
}

async function recomputeNow({ tx, publish }: TxContext, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  const changed = await recomputeMessages(tx, messageIds)
  const edited = changed.filter(({ is_edited }) => is_edited).map(one => one.conversation_id)
  const asking = new Set(edited.length === 0 ? [] : await askAgain(tx, edited))
  for (const { id, conversation_id, is_last } of changed) {
    publish({ noun: 'message', id, kind: 'changed' })
    // The list shows the last message's text.
    if (is_last || asking.has(conversation_id))
      publish({ noun: 'conversation', id: conversation_id, kind: 'changed' })
  }
}

/** An edited message may ask something. @returns the conversations that only thanked before */
async function askAgain(tx: Tx, conversationIds: readonly number[]): Promise<readonly number[]> {
  const rows = await tx
    .updateTable('conversations')
    .set({ acknowledged_wait: null })
    .where('id', 'in', conversationIds)
    .where('acknowledged_wait', 'is not', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
