import { statusAfterInbound } from '@parley/core/conversations/rules'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { sql } from 'kysely'
import { withdrawOffer } from '../assignments/offer.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import { currentConversation } from '../conversations/open.ts'
import { keepAlias } from '../customers/addresses.ts'
import { joinCustomers } from '../customers/join.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { placesOf } from '../descriptor.ts'
import { newestOf, newestReplyOf } from '../conversations/thread.ts'
import { linkQuotesIn } from '../messages/quotes.ts'
import { descriptors } from '../resources.ts'
import { seeAll } from '../messages/mark-seen.ts'

/** A number changes its owner only after months: a first message within so many days is from the same person. */
const freshDays = 7

/** Two customers who are one person, as WhatsApp says. */
interface OnePerson {
  readonly keptId: number
  readonly goneId: number
  /** The customer of the notice: their user id is the newer. */
  readonly spokeId: number
  /** By WhatsApp's clock. */
  readonly at: Date
}

/**
 * Merges a customer who exists only because WhatsApp announced a new address after the first messages from it: the messages
 * move to the earlier conversation. Answers how many moved; null where an agent has to decide, since the customer is older
 * or has work. Both customers must be locked.
 */
export async function absorb(
  context: TxContext,
  { keptId, goneId, spokeId, at }: OnePerson,
): Promise<number | null> {
  const { tx, publish } = context
  const gone = await tx
    .selectFrom('conversations')
    .selectAll()
    .where('customer_id', '=', goneId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (!(await isFresh(tx, goneId, at))) return null
  const [only, ...others] = gone
  if (others.length > 0) return null
  const kept = only && (await currentConversation(tx, keptId, only.phone_number_id))
  await takeOver(tx, { keptId, goneId, spokeId, at })
  if (only === undefined) return 0
  // The conversation now shows the kept customer's note.
  publish({ noun: 'customer-note', id: only.id, kind: 'changed' })
  if (kept !== undefined) return bring(context, only, kept)
  await tx.updateTable('conversations').set({ customer_id: keptId }).where('id', '=', only.id).execute()
  publish({ noun: 'conversation', id: only.id, kind: 'changed' })
  return 0
}

/** Whether the customer has nothing older than the limit, and nothing but messages. */
async function isFresh(tx: Tx, customerId: number, at: Date): Promise<boolean> {
  const places = placesOf(customerId)
  const oldest = new Date(at.getTime() - freshDays * 24 * 60 * 60_000)
  const work = descriptors.flatMap(({ isWork }) => isWork?.(places) ?? [])
  const { rows } = await sql<{ is_fresh: boolean }>`
    select not (${sql.join(work, sql` or `)} or exists (
      select 1 from messages where conversation_id in ${places.conversations}
        and (source = 'AGENT' or at < ${oldest}))) as is_fresh`.execute(tx)
  return rows[0]?.is_fresh ?? false
}

/** Moves the addresses and aliases to the kept customer. */
async function takeOver(tx: Tx, { keptId, goneId, spokeId, at }: OnePerson): Promise<void> {
  const rows = await tx.selectFrom('customers').selectAll().where('id', 'in', [keptId, goneId]).execute()
  const [kept, gone] = [keptId, goneId].map(id => rows.find(row => row.id === id))
  if (kept === undefined || gone === undefined) throw new Error('One of the two customers does not exist')
  const ids = (spokeId === keptId ? [kept, gone] : [gone, kept]).map(row => row.wa_user_id)
  const [userId = null, before = null] = ids[0] === null ? [ids[1]] : ids
  await joinCustomers(tx, kept, gone, { wa_id: kept.wa_id ?? gone.wa_id, wa_user_id: userId })
  if (before !== null) await keepAlias(tx, keptId, { kind: 'user_id', value: before }, at)
}

/** Moves the messages to another conversation, and archives the empty one, which says where it continues. */
async function bring(context: TxContext, from: LockedConversation, to: LockedConversation): Promise<number> {
  const { tx, publish, now } = context
  await withdrawOffer(context, from.id)
  const { rows: messages } = await sql<{ id: number; counts: boolean }>`
    update messages set conversation_id = ${to.id}, inbound_no = inbound_no + ${to.inbound_no}
    where conversation_id = ${from.id} returning id, inbound_no is not null as counts`.execute(tx)
  await sql`update attempts set conversation_id = ${to.id} where conversation_id = ${from.id}`.execute(tx)
  await sql`update rating_asks set conversation_id = ${to.id}, inbound_no = inbound_no + ${to.inbound_no}
    where conversation_id = ${from.id}`.execute(tx)
  const linked = await linkQuotesIn(tx, to.id)
  await seeAll(context, [from.id])
  await bringNotices(context, from.id, to.id)
  await sql`
    update conversations set customer_id = ${to.customer_id}, status = 'ARCHIVED', continued_in = ${to.id},
      last_message_id = null, last_reply_id = null, human_wait_started_at = null, with_bot = false, bot_from = null, updated_at = ${now}, version = version + 1
    where id = ${from.id}`.execute(tx)
  // A wait for a person continues here.
  const withBot = to.with_bot && (from.with_bot || from.human_wait_started_at === null)
  const isWaking = messages.some(({ counts }) => counts)
  const status = to.status as ConversationStatus
  await sql`
    update conversations set inbound_no = inbound_no + ${from.inbound_no},
      status = ${isWaking ? statusAfterInbound(status) : status},
      human_wait_started_at = least(
        case when status <> 'RESOLVED' then human_wait_started_at end, ${from.human_wait_started_at}),
      acknowledged_wait = null,
      customer_wrote_at = greatest(customer_wrote_at, ${from.customer_wrote_at}),
      with_bot = ${withBot}, bot_from = case when ${withBot} then least(bot_from, ${from.bot_from}) end,
      last_message_id = ${newestOf(to.id)}, last_reply_id = ${newestReplyOf(to.id)}, rating_ask_id = coalesce(rating_ask_id, ${from.rating_ask_id}),
      last_activity = greatest(last_activity, ${from.last_activity}), updated_at = ${now}
    where id = ${to.id}`.execute(tx)
  for (const { id } of [...messages, ...linked]) publish({ noun: 'message', id, kind: 'changed' })
  for (const one of [from, to]) {
    publish({ noun: 'conversation', id: one.id, kind: 'changed' })
    if (one.assignee_id !== null) publish({ noun: 'agent', id: one.assignee_id, kind: 'changed' })
  }
  return messages.length
}

/** Moves open notices, except for agents who have the same notice of the other conversation already. */
async function bringNotices({ tx, publish, now }: TxContext, from: number, to: number): Promise<void> {
  const { rows } = await sql<{ id: number; agent_id: number }>`
    with told as (
      select n.id, exists (
        select 1 from notifications k where k.conversation_id = ${to} and k.agent_id = n.agent_id
          and k.cause = n.cause and k.dismissed_at is null) as is_known
      from notifications n where n.conversation_id = ${from} and n.dismissed_at is null
      order by n.id for no key update of n
    )
    update notifications n set
      conversation_id = case when is_known then n.conversation_id else ${to} end,
      dismissed_at = case when is_known then ${now}::timestamptz end, updated_at = ${now}
    from told where told.id = n.id returning n.id, n.agent_id`.execute(tx)
  for (const { id, agent_id: agentId } of rows)
    publish({ noun: 'notification', id, kind: 'changed', agentId })
}
