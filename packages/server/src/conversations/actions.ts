import type { ConversationStatus } from '@parley/core/api/conversations'
import { Refusal } from '@parley/core/errors'
import { tidyTags } from '@parley/core/rules/conversation'
import { statusNotice } from '@parley/core/rules/notification'
import { sql, type UpdateObject } from 'kysely'
import type { Database } from '../db/database.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { type LockedConversation, lockConversation } from './lock.ts'
import { conversationStates } from './queries.ts'

/** The index that allows a customer one conversation that is not archived. */
const openIndex = 'conversations_open'

/** Ends what waits for an answer about a locked conversation; given by the noun that knows of it. */
export type WithdrawOffer = (tx: Tx, emit: Emit, conversationId: number, now: Date) => Promise<void>

/** A status that an agent sets by hand. */
export interface StatusEdit {
  readonly status: ConversationStatus
  readonly version: number | undefined
  readonly byId: number
}

/**
 * Sets a status by hand. Setting the one it has changes nothing. The owner's workload follows, an owner hears of it from a
 * colleague's hand, and an offer of a conversation that is over is withdrawn.
 * @throws Refusal conversation.not-found, conversation.changed, conversation.another-open
 */
export async function setStatus(
  writer: Writer,
  id: number,
  { status, version, byId }: StatusEdit,
  withdrawOffer: WithdrawOffer,
): Promise<void> {
  const follow: Follow = async (tx, emit, row) => {
    if (row.assignee_id !== null) emit({ noun: 'agent', id: row.assignee_id, kind: 'changed' })
    const say = (by: string) => statusNotice(by, String(id), status)
    await notifyOwner(tx, emit, { conversationId: id, byId, about: { cause: 'status' }, say }, writer.now())
    if (status === 'RESOLVED' || status === 'ARCHIVED') await withdrawOffer(tx, emit, id, writer.now())
  }
  try {
    await edit(writer, id, version, row => (row.status === status ? null : { status }), follow)
  } catch (error) {
    // Only the index can judge this: a customer's message may be making the other one at this moment.
    if ((error as { constraint?: string } | null)?.constraint !== openIndex) throw error
    throw new Refusal('conversation.another-open')
  }
}

/**
 * Replaces the tags.
 * @throws Refusal conversation.not-found, conversation.changed
 */
export function setTags(
  writer: Writer,
  id: number,
  tags: readonly string[],
  version: number | undefined,
): Promise<void> {
  const tidy = tidyTags(tags)
  return edit(writer, id, version, row =>
    JSON.stringify(row.tags) === JSON.stringify(tidy) ? null : { tags: tidy },
  )
}

/** What else an edit brings about, in its transaction. */
type Follow = (tx: Tx, emit: Emit, row: LockedConversation) => Promise<void>

/** One person's edit: refused when based on an old version; null from `change` leaves everything as it is. */
const edit = (
  writer: Writer,
  id: number,
  version: number | undefined,
  change: (row: LockedConversation) => UpdateObject<Database, 'conversations'> | null,
  follow: Follow = async () => undefined,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const row = await lockConversation(tx, id)
    if (version !== undefined && version !== row.version) throw await staleEdit(tx, id)
    const set = change(row)
    if (set === null) return
    await tx
      .updateTable('conversations')
      .set({ ...set, version: sql<number>`version + 1`, updated_at: writer.now() })
      .where('id', '=', id)
      .execute()
    emit({ noun: 'conversation', id, kind: 'changed' })
    await follow(tx, emit, row)
  })

async function staleEdit(tx: Tx, id: number): Promise<Refusal> {
  const current = (await conversationStates(tx, [id])).get(id)
  return new Refusal('conversation.changed', {}, undefined, { current })
}
