import { sql, type UpdateObject } from 'kysely'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { tidyTags } from '@parley/core/conversations/rules'
import { ApiError } from '@parley/core/errors'
import { statusNotice } from '@parley/core/notifications/rules'
import { visibleName } from '@parley/core/text/fold'
import { type Actor, record } from '../audit/record.ts'
import { tellOfName } from '../customers/addresses.ts'
import type { Database } from '../db/database.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { goesOn, lockConversation, lockCustomerOf, type LockedConversation } from './lock.ts'
import { conversationStates } from './queries.ts'
import { silenceBot } from './with-bot.ts'

/** The snooze columns of a conversation that is not snoozed. */
export const notSnoozed = { snoozed_until: null, snoozed_by: null, snooze_reason: null } as const

type FollowEdit = (context: TxContext, row: LockedConversation) => Promise<void>

export interface Edited {
  readonly before: LockedConversation
  readonly version: number
}

/**
 * One agent's edit. `change` answers the new columns, null for no change, or `changed` if the edit is outdated. `follow`
 * runs in the same transaction. Answers null where nothing changed.
 * @throws ApiError conversation.not-found, conversation.changed with the current state
 */
export const editConversation = (
  writer: Writer,
  id: number,
  version: number | undefined,
  change: (row: LockedConversation) => UpdateObject<Database, 'conversations'> | null | 'changed',
  follow: FollowEdit = async () => undefined,
): Promise<Edited | null> =>
  write(writer, async context => {
    const { tx, publish } = context
    const row = await lockConversation(tx, id)
    if (version !== undefined && version !== row.version) throw await staleEdit(tx, id)
    const set = change(row)
    if (set === null) return null
    if (set === 'changed') throw await staleEdit(tx, id)
    await tx
      .updateTable('conversations')
      .set({ ...set, version: sql<number>`version + 1`, updated_at: context.now })
      .where('id', '=', id)
      .execute()
    publish({ noun: 'conversation', id, kind: 'changed' })
    await follow(context, row)
    return { before: row, version: row.version + 1 }
  })

async function staleEdit(tx: Tx, id: number): Promise<ApiError> {
  const current = (await conversationStates(tx, [id])).get(id)
  return new ApiError('conversation.changed', {}, undefined, { current })
}

/** The index that allows a customer one conversation with a business number that is not archived. */
const openIndex = 'conversations_open_number'

type WithdrawOffer = (context: TxContext, conversationId: number) => Promise<void>

/** Runs when a conversation is resolved; `row` is the locked row from before. */
export type OnResolved = (context: TxContext, row: LockedConversation) => Promise<void>

/** What other resources do when a status is set. They come later in the order of imports, so they are passed in. */
export interface StatusFollowers {
  readonly withdrawOffer: WithdrawOffer
  readonly onResolved: OnResolved
}

type Agent = Actor & { readonly agentId: number }

interface StatusEdit {
  readonly status: ConversationStatus
  readonly version: number | undefined
  /** Only from this status: a customer's message changes it without a new version. */
  readonly from?: ConversationStatus
  readonly by: Agent
}

const statusColumns = (status: ConversationStatus) => ({ status, ...(status !== 'ACTIVE' && notSnoozed) })

/** What follows a new status; `row` is the locked row from before. */
async function followStatus(
  context: TxContext,
  row: LockedConversation,
  { status, by }: Pick<StatusEdit, 'status' | 'by'>,
  { withdrawOffer, onResolved }: StatusFollowers,
): Promise<void> {
  const { tx, publish } = context
  const { id } = row
  if (row.assignee_id !== null) publish({ noun: 'agent', id: row.assignee_id, kind: 'changed' })
  const say = (name: string) => statusNotice(name, String(id), status)
  const told = { conversationId: id, byId: by.agentId, about: { cause: 'status' }, say } as const
  await notifyOwner(context, told)
  if (status === 'RESOLVED' || status === 'ARCHIVED') {
    await withdrawOffer(context, id)
    if (row.with_bot) {
      const silenced = await silenceBot(context, row)
      await tx.updateTable('conversations').set(silenced).where('id', '=', id).execute()
    }
  }
  if (status === 'RESOLVED') await onResolved(context, row)
  const before = { status: row.status }
  await record(context, by, 'conversation.status', id, { before, after: { status } })
}

/** Sets another status within a transaction that has locked the conversation. */
export async function changeStatusIn(
  context: TxContext,
  id: number,
  edit: Pick<StatusEdit, 'status' | 'by'>,
  followers: StatusFollowers,
): Promise<void> {
  const { tx, publish, now } = context
  const row = await lockConversation(tx, id)
  if (row.status === edit.status) return
  await tx
    .updateTable('conversations')
    .set({ ...statusColumns(edit.status), version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
  publish({ noun: 'conversation', id, kind: 'changed' })
  await followStatus(context, row, edit, followers)
}

/**
 * Sets a status for an agent. A conversation that is not active loses its snooze; a closed one loses its offer and the
 * bot. The owner is notified of a colleague's change. Answers null where it had this status.
 * @throws ApiError conversation.not-found, conversation.changed, conversation.another-open
 */
export async function setConversationStatus(
  writer: Writer,
  id: number,
  { status, version, from, by }: StatusEdit,
  followers: StatusFollowers,
): Promise<Edited | null> {
  try {
    return await editConversation(
      writer,
      id,
      version,
      row => {
        if (row.status === status) return null
        if (from !== undefined && row.status !== from) return 'changed'
        return statusColumns(status)
      },
      (context, row) => followStatus(context, row, { status, by }, followers),
    )
  } catch (error) {
    // Only the index can decide: a customer's message may open the other conversation concurrently.
    if ((error as { constraint?: string } | null)?.constraint !== openIndex) throw error
    const { continued_in: next } = await writer.db
      .selectFrom('conversations')
      .select('continued_in')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    throw new ApiError('conversation.another-open', goesOn(next))
  }
}

/**
 * @param wanted the new tags, given the current ones. Answers null where they are the same.
 * @throws ApiError conversation.not-found, conversation.changed, and as `wanted` does
 */
export function setConversationTags(
  writer: Writer,
  id: number,
  wanted: (tags: readonly string[]) => readonly string[],
  version: number | undefined,
  by: Actor,
): Promise<Edited | null> {
  return editConversation(
    writer,
    id,
    version,
    row => {
      const tags = tidyTags(wanted(row.tags))
      return JSON.stringify(row.tags) === JSON.stringify(tags) ? null : { tags }
    },
    (context, row) => {
      const after = { tags: tidyTags(wanted(row.tags)) }
      return record(context, by, 'conversation.tags', id, { before: { tags: row.tags }, after })
    },
  )
}

/**
 * Names the customer; later profile names do not replace it. Null or the profile's own name: the name follows the profile
 * again. A repeat changes nothing.
 * @throws ApiError conversation.not-found, customer.erased, input.invalid naming `name`
 */
export const renameCustomer = (
  writer: Writer,
  conversationId: number,
  wanted: string | null,
  by: Actor & { readonly agentId: number },
): Promise<void> =>
  write(writer, async context => {
    const { tx } = context
    const id = await lockCustomerOf(tx, conversationId)
    const before = await tx
      .selectFrom('customers')
      .select(['name', 'name_set_by', 'profile_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const name = wanted === null ? before.profile_name : visibleName(wanted)
    if (wanted !== null && name === null) throw ApiError.field('name', 'must have something that can be seen')
    const isOfProfile = name === before.profile_name
    if (name === before.name && isOfProfile === (before.name_set_by === null)) return
    await tx
      .updateTable('customers')
      .set({ name, name_set_by: isOfProfile ? null : by.agentId })
      .where('id', '=', id)
      .execute()
    await tellOfName(context, id)
    const after = { set_by: isOfProfile ? 'profile' : 'agent' }
    await record(context, by, 'customer.renamed', id, { after })
  })
