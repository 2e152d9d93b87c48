import { statusAfterInbound } from '@parley/core/conversations/rules'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { type Selectable, sql } from 'kysely'
import { type Actor, record } from '../audit/record.ts'
import { withdrawOffer } from '../assignments/offer.ts'
import { keepAlias } from '../customers/addresses.ts'
import { joinCustomers } from '../customers/join.ts'
import type { CustomersTable } from '../db/database.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import { addLine } from '../conversations/thread.ts'
import { joins, publishCustomer } from '../resources.ts'
import { type Carried, carryOpen, type Pair } from './carry-open.ts'
import { type Before, lockBoth, lockCustomersOf, type Named, nameOf, whoOf } from './before.ts'

/**
 * Merges the customer of another conversation into the customer of this one: conversations with their tickets, and
 * applications, move. Where both have an open conversation with the same business number, the other's is archived with its
 * messages and says where it continues; its open work moves along. Replies go to the address that the person used last.
 * Answers the merge's id.
 * @throws ApiError conversation.not-found, customer.erased, merge.same-customer
 */
export const mergeCustomers = (
  writer: Writer,
  conversationId: number,
  otherConversationId: number,
  by: Actor & { readonly agentId: number },
): Promise<number> =>
  write(writer, async context => {
    const { tx, publish, now } = context
    const ids = await lockCustomersOf(tx, conversationId, otherConversationId)
    const { kept, gone } = await lockBoth(tx, ids)
    const conversations = await tx
      .selectFrom('conversations')
      .selectAll()
      .where('customer_id', 'in', [kept.id, gone.id])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const open = (customerId: number) =>
      conversations.filter(one => one.customer_id === customerId && one.status !== 'ARCHIVED')
    const pairs = open(gone.id).flatMap(there => {
      const here = open(kept.id).find(one => one.phone_number_id === there.phone_number_id)
      return here === undefined ? [] : [{ here, there }]
    })
    const carried: Carried[] = []
    for (const pair of pairs) {
      await withdrawOffer(context, pair.there.id)
      carried.push(await carryOpen(context, pair, by.agentId))
    }
    const moving = conversations.filter(one => one.customer_id === gone.id)
    const mergeId = await keepMerge(context, { kept, gone, moving, carried, agentId: by.agentId })
    await mergeAddresses(context, kept, gone)
    for (const pair of pairs) await archive(context, pair)
    await tx
      .updateTable('conversations')
      .set({ customer_id: kept.id })
      .where('customer_id', '=', gone.id)
      .execute()
    if (!conversations.some(one => one.id === conversationId && one.customer_id === kept.id))
      throw new MergedMeanwhile()
    const { name } = await tx
      .selectFrom('agents')
      .select('name')
      .where('id', '=', by.agentId)
      .executeTakeFirstOrThrow()
    const place = open(kept.id)[0] ?? open(gone.id)[0] ?? conversations[0]
    const alone = place === undefined ? [] : [{ here: place, there: undefined }]
    for (const { here, there } of pairs.length > 0 ? pairs : alone) {
      const text = mergedBy(name, gone, there?.id)
      await addLine(context, { conversationId: here.id, text, at: now })
    }
    await publishCustomer(context, kept.id)
    for (const { assignee_id: id } of [...open(kept.id), ...open(gone.id)])
      if (id !== null) publish({ noun: 'agent', id, kind: 'changed' })
    const after = { with: String(gone.id), merge: String(mergeId) }
    await record(context, by, 'customer.merged', kept.id, { after })
    return mergeId
  })

type Customer = Selectable<CustomersTable>

interface Merging {
  readonly kept: Customer
  readonly gone: Customer
  readonly moving: readonly LockedConversation[]
  readonly carried: readonly Carried[]
  readonly agentId: number
}

/** Joins the resources' rows, and keeps what an undo needs. Answers the merge's id. */
async function keepMerge(
  context: TxContext,
  { kept, gone, moving, carried, agentId }: Merging,
): Promise<number> {
  const { tx, now } = context
  const joined: Record<string, unknown> = {}
  const who = { keptId: kept.id, goneId: gone.id, agentId }
  for (const [name, one] of joins) joined[name] = (await one.join(context, who)) ?? undefined
  const { rows: aliases } = await sql<{ kind: string; address: string }>`
    select kind, address from customer_aliases where customer_id = ${gone.id} order by 1, 2`.execute(tx)
  const before: Before = {
    ...joined,
    kept: whoOf(kept),
    gone: whoOf(gone),
    conversations: moving.map(({ id, status, human_wait_started_at: wait }) => ({
      id,
      status,
      waitingSince: wait?.toISOString() ?? null,
    })),
    aliases,
    carried,
  }
  const made = { kept_id: kept.id, gone_id: gone.id, made_at: now, made_by: agentId }
  const { id } = await tx
    .insertInto('merges')
    .values({ ...made, before: JSON.stringify(before) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Archives a conversation that continues in another one, which inherits its wait and its 24-hour window. */
async function archive(context: TxContext, { here, there }: Pair): Promise<void> {
  const { tx, now } = context
  const text = `This conversation goes on in conversation #${here.id}.`
  await addLine(context, { conversationId: there.id, text, at: now })
  await sql`
    update conversations set status = 'ARCHIVED', continued_in = ${here.id}, human_wait_started_at = null,
      with_bot = false, bot_from = null,
      version = version + 1, updated_at = ${now} where id = ${there.id}`.execute(tx)
  // Replies go to the address used last, so WhatsApp's 24 hours count from the newest message of both.
  await sql`
    update conversations set customer_wrote_at = greatest(customer_wrote_at, ${there.customer_wrote_at})
    where id = ${here.id}`.execute(tx)
  if (there.human_wait_started_at === null) return
  await sql`
    update conversations set status = ${statusAfterInbound(here.status as ConversationStatus)},
      human_wait_started_at = least(human_wait_started_at, ${there.human_wait_started_at}), acknowledged_wait = null, updated_at = ${now}
    where id = ${here.id}`.execute(tx)
}

const mergedBy = (agent: string, gone: Named, conversationId: number | undefined): string =>
  conversationId === undefined
    ? `${agent} merged ${nameOf(gone)} into this customer.`
    : `${agent} merged ${nameOf(gone)} into this customer. What they wrote before is in conversation #${conversationId}.`

/** The addresses of the one who wrote last win; the other's become aliases. */
async function mergeAddresses({ tx, now }: TxContext, kept: Customer, gone: Customer): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select c.customer_id as id from conversations c join messages m on m.conversation_id = c.id and m.source = 'CUSTOMER'
    where c.customer_id in (${kept.id}, ${gone.id}) order by m.at desc, m.id desc limit 1`.execute(tx)
  const [last, other] = rows[0]?.id === gone.id ? [gone, kept] : [kept, gone]
  await joinCustomers(tx, kept, gone, {
    wa_id: last.wa_id ?? other.wa_id,
    wa_user_id: last.wa_user_id ?? other.wa_user_id,
  })
  if (other.wa_id !== null && last.wa_id !== null) {
    await keepAlias(tx, kept.id, { kind: 'number', value: other.wa_id }, now)
  }
  if (other.wa_user_id !== null && last.wa_user_id !== null) {
    await keepAlias(tx, kept.id, { kind: 'user_id', value: other.wa_user_id }, now)
  }
}

/** Another agent merged one of the two customers concurrently. */
class MergedMeanwhile extends Error {
  /** PostgreSQL's serialization_failure: `write` retries it like a deadlock. */
  readonly code = '40001'

  constructor() {
    super('A customer was merged meanwhile')
    this.name = 'MergedMeanwhile'
  }
}
