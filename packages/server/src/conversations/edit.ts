import { Refusal } from '@parley/core/errors'
import { sql, type UpdateObject } from 'kysely'
import type { Database } from '../db/database.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { type LockedConversation, lockConversation } from './lock.ts'
import { conversationStates } from './queries.ts'

/** What else an edit brings about, in its transaction. */
export type FollowEdit = (tx: Tx, emit: Emit, row: LockedConversation) => Promise<void>

/** What an edit found, and the version that it left. */
export interface Edited {
  readonly before: LockedConversation
  readonly version: number
}

/**
 * One person's edit; null from `change` leaves everything as it is, `changed` says that it is based on what is not so any
 * more. Answers null where nothing was changed.
 * @throws Refusal conversation.not-found, conversation.changed when it is based on an old version
 */
export const editConversation = (
  writer: Writer,
  id: number,
  version: number | undefined,
  change: (row: LockedConversation) => UpdateObject<Database, 'conversations'> | null | 'changed',
  follow: FollowEdit = async () => undefined,
): Promise<Edited | null> =>
  write(writer, async (tx, emit) => {
    const row = await lockConversation(tx, id)
    if (version !== undefined && version !== row.version) throw await staleEdit(tx, id)
    const set = change(row)
    if (set === null) return null
    if (set === 'changed') throw await staleEdit(tx, id)
    await tx
      .updateTable('conversations')
      .set({ ...set, version: sql<number>`version + 1`, updated_at: writer.now() })
      .where('id', '=', id)
      .execute()
    emit({ noun: 'conversation', id, kind: 'changed' })
    await follow(tx, emit, row)
    return { before: row, version: row.version + 1 }
  })

async function staleEdit(tx: Tx, id: number): Promise<Refusal> {
  const current = (await conversationStates(tx, [id])).get(id)
  return new Refusal('conversation.changed', {}, undefined, { current })
}
