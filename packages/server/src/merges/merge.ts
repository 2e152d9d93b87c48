import { statusAfterInbound } from '@parley/core/conversations/rules'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { type Selectable, sql } from 'kysely'
import { type Doer, record } from '../audit/record.ts'
import { withdrawOffer } from '../assignments/offer.ts'
import { keepAlias } from '../customers/addresses.ts'
import { joinCustomers } from '../customers/join.ts'
import type { CustomersTable } from '../db/database.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { addLine } from '../messages/line.ts'
import { joins, publishCustomer } from '../resources.ts'
import { type Carried, carryOpen } from './carry-open.ts'
import { type Before, lockBoth, lockCustomersOf, type Named, nameOf, whoOf } from './before.ts'

/**
 * Makes the customer of a conversation and that of another one person: the other's conversations, with their tickets, and
 * applications become theirs. Where both have an open conversation with the same business number the other's is archived and
 * says where it goes on; its messages stay in it, and what is open there goes along. Answers go where the person wrote from last. Answers the merge's id.
 * @throws Refusal conversation.not-found, customer.erased, merge.same-customer
 */
export function mergeCustomers(
  writer: Writer,
  conversationId: number,
  otherConversationId: number,
  by: Doer & { readonly agentId: number },
): Promise<number> {
  return write(writer, async (tx, emit) => {
    const now = writer.now()
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
    const moving = conversations.filter(one => one.customer_id === gone.id)
    const pairs = open(gone.id).flatMap(there => {
      const here = open(kept.id).find(one => one.phone_number_id === there.phone_number_id)
      return here === undefined ? [] : [{ here, there }]
    })
    const carried: Carried[] = []
    for (const pair of pairs) {
      await withdrawOffer(tx, emit, pair.there.id, now)
      carried.push(await carryOpen(tx, emit, pair, by.agentId, now))
    }
    const joined: Record<string, unknown> = {}
    const who = { keptId: kept.id, goneId: gone.id, agentId: by.agentId }
    for (const [name, one] of joins) joined[name] = (await one.join(tx, who, now)) ?? undefined
    const before: Before = {
      ...joined,
      kept: whoOf(kept),
      gone: whoOf(gone),
      conversations: moving.map(({ id, status, human_wait_started_at: wait }) => ({
        id,
        status,
        waitingSince: wait?.toISOString() ?? null,
      })),
      aliases: await aliasesOf(tx, gone.id),
      carried,
    }
    const merge = await tx
      .insertInto('merges')
      .values({
        kept_id: kept.id,
        gone_id: gone.id,
        made_at: now,
        made_by: by.agentId,
        before: JSON.stringify(before),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await mergeAddresses(tx, kept, gone, now)
    for (const { here, there } of pairs) {
      await addLine(tx, emit, { conversationId: there.id, text: goesOnIn(here.id), at: now }, now)
      await sql`
        update conversations set status = 'ARCHIVED', continued_in = ${here.id}, human_wait_started_at = null,
          with_bot = false, bot_from = null,
          version = version + 1, updated_at = ${now} where id = ${there.id}`.execute(tx)
      // WhatsApp's 24 hours are those of the address at which they are reached now: where they wrote last.
      await sql`
        update conversations set customer_wrote_at = greatest(customer_wrote_at, ${there.customer_wrote_at})
        where id = ${here.id}`.execute(tx)
      if (there.human_wait_started_at !== null) {
        await sql`
          update conversations set status = ${statusAfterInbound(here.status as ConversationStatus)},
            human_wait_started_at = least(human_wait_started_at, ${there.human_wait_started_at}), updated_at = ${now}
          where id = ${here.id}`.execute(tx)
      }
    }
    await tx
      .updateTable('conversations')
      .set({ customer_id: kept.id })
      .where('customer_id', '=', gone.id)
      .execute()
    if (!conversations.some(one => one.id === conversationId && one.customer_id === kept.id)) {
      throw new MergedMeanwhile()
    }
    const { name } = await tx
      .selectFrom('agents')
      .select('name')
      .where('id', '=', by.agentId)
      .executeTakeFirstOrThrow()
    const place = open(kept.id)[0] ?? open(gone.id)[0] ?? conversations[0]
    const alone = place === undefined ? [] : [{ here: place, there: undefined }]
    for (const { here, there } of pairs.length > 0 ? pairs : alone) {
      const text = mergedBy(name, gone, there?.id)
      await addLine(tx, emit, { conversationId: here.id, text, at: now }, now)
    }
    await publishCustomer(tx, emit, kept.id)
    for (const { assignee_id: id } of [...open(kept.id), ...open(gone.id)]) {
      if (id !== null) emit({ noun: 'agent', id, kind: 'changed' })
    }
    const entry = { action: 'customer.merged', noun: 'customer', objectId: kept.id } as const
    await record(tx, by, { ...entry, after: { with: String(gone.id), merge: String(merge.id) } }, now)
    return merge.id
  })
}

const aliasesOf = (tx: Tx, customerId: number) =>
  sql<{ kind: string; address: string }>`
    select kind, address from customer_aliases where customer_id = ${customerId} order by 1, 2`
    .execute(tx)
    .then(({ rows }) => rows)

const goesOnIn = (id: number): string => `This conversation goes on in conversation #${id}.`

const mergedBy = (agent: string, gone: Named, conversationId: number | undefined): string =>
  conversationId === undefined
    ? `${agent} merged ${nameOf(gone)} into this customer.`
    : `${agent} merged ${nameOf(gone)} into this customer. What they wrote before is in conversation #${conversationId}.`

/** Both kinds of address of the one who wrote last stand; the other's still find the person. */
async function mergeAddresses(
  tx: Tx,
  kept: Selectable<CustomersTable>,
  gone: Selectable<CustomersTable>,
  now: Date,
): Promise<void> {
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

/** Another agent merged one of both since we looked. */
class MergedMeanwhile extends Error {
  /** As the database calls it: tried again like a deadlock. */
  readonly code = '40001'

  constructor() {
    super('A customer was merged meanwhile')
    this.name = 'MergedMeanwhile'
  }
}
