import { Refusal } from '@parley/core/errors'
import { lockConversation } from '../conversations/lock.ts'
import type { Tx } from '../db/write.ts'

/**
 * A note with its conversation locked; one that is deleted is there too.
 * @throws Refusal note.not-found, customer.erased
 */
export async function lockedNote(tx: Tx, id: number) {
  const read = () => tx.selectFrom('conversation_notes').selectAll().where('id', '=', id).executeTakeFirst()
  const found = await read()
  if (found === undefined) throw new Refusal('note.not-found', { id })
  await lockConversation(tx, found.conversation_id)
  // As it is under the lock.
  const note = await read()
  if (note === undefined) throw new Refusal('note.not-found', { id })
  return note
}

/** The same for a note that stands. @throws Refusal note.not-found, customer.erased */
export async function standingNote(tx: Tx, id: number) {
  const note = await lockedNote(tx, id)
  if (note.deleted_at !== null) throw new Refusal('note.not-found', { id })
  return note
}
