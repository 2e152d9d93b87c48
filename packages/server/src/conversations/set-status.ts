import type { ConversationStatus } from '@parley/core/conversations/api'
import { Refusal } from '@parley/core/errors'
import { statusNotice } from '@parley/core/notifications/rules'
import { type Doer, record } from '../audit/record.ts'
import type { Emit, Tx, Writer } from '../db/write.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { type Edited, editConversation, type FollowEdit } from './edit.ts'
import { goesOn, type LockedConversation } from './lock.ts'
import { notSnoozed } from './snooze.ts'
import { silenceBot } from './with-bot.ts'

/** The index that allows a customer one conversation with a business number that is not archived. */
const openIndex = 'conversations_open_number'

/** Ends what waits for an answer about a locked conversation; given by the noun that knows of it. */
export type WithdrawOffer = (tx: Tx, emit: Emit, conversationId: number, now: Date) => Promise<void>

/** What follows in the transaction in which a conversation, locked and as it was before, is resolved. */
export type OnResolved = (tx: Tx, row: LockedConversation, now: Date) => Promise<void>

/** What other nouns do when a status is set. */
export interface StatusFollowers {
  readonly withdrawOffer: WithdrawOffer
  readonly onResolved: OnResolved
}

/** A status that an agent sets by hand. */
export interface StatusEdit {
  readonly status: ConversationStatus
  readonly version: number | undefined
  /** Only while it has this one, which a customer's message changes without a new version. */
  readonly from?: ConversationStatus
  readonly by: Doer & { readonly agentId: number }
}

/**
 * Sets a status by hand. Setting the one it has changes nothing; what is not active any more is not put off either. The owner's workload follows, an owner hears of it from a
 * colleague's hand, and an offer of a conversation that is over is withdrawn. Answers null where it had this status.
 * @throws Refusal conversation.not-found, conversation.changed, conversation.another-open
 */
export async function setConversationStatus(
  writer: Writer,
  id: number,
  { status, version, from, by }: StatusEdit,
  { withdrawOffer, onResolved }: StatusFollowers,
): Promise<Edited | null> {
  const follow: FollowEdit = async (tx, emit, row) => {
    if (row.assignee_id !== null) emit({ noun: 'agent', id: row.assignee_id, kind: 'changed' })
    const now = writer.now()
    const say = (name: string) => statusNotice(name, String(id), status)
    const told = { conversationId: id, byId: by.agentId, about: { cause: 'status' }, say } as const
    await notifyOwner(tx, emit, told, now)
    if (status === 'RESOLVED' || status === 'ARCHIVED') {
      await withdrawOffer(tx, emit, id, now)
      if (row.with_bot) {
        const silenced = await silenceBot(tx, emit, row)
        await tx.updateTable('conversations').set(silenced).where('id', '=', id).execute()
      }
    }
    if (status === 'RESOLVED') await onResolved(tx, row, now)
    const entry = { action: 'conversation.status', noun: 'conversation', objectId: id } as const
    await record(tx, by, { ...entry, before: { status: row.status }, after: { status } }, now)
  }
  try {
    return await editConversation(
      writer,
      id,
      version,
      row => {
        if (row.status === status) return null
        if (from !== undefined && row.status !== from) return 'changed'
        return { status, ...(status !== 'ACTIVE' && notSnoozed) }
      },
      follow,
    )
  } catch (error) {
    // Only the index can judge this: a customer's message may be making the other one at this moment.
    if ((error as { constraint?: string } | null)?.constraint !== openIndex) throw error
    const { continued_in: next } = await writer.db
      .selectFrom('conversations')
      .select('continued_in')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    throw new Refusal('conversation.another-open', goesOn(next))
  }
}
