import { ApiError } from '@parley/core/errors'
import { sql } from 'kysely'
import { type Actor, record } from '../audit/record.ts'
import { forgetAlias } from '../customers/addresses.ts'
import { joinNaming, noName } from '../customers/join.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { addLine } from '../conversations/thread.ts'
import { joins, publishCustomer } from '../resources.ts'
import { type Before, lockBoth, nameOf, type Who } from './before.ts'
import { partOpen } from './carry-open.ts'

/**
 * Separates two merged customers: moved conversations, applications and addresses go back, and the archived conversation
 * is open again with its work. Later changes stay with the kept customer.
 * @throws ApiError customer.erased, merge.not-found, merge.undone
 */
export function undoMerge(
  writer: Writer,
  conversationId: number,
  mergeId: number,
  by: Actor & { readonly agentId: number },
): Promise<void> {
  return write(writer, async context => {
    const { tx, now } = context
    const merge = await tx
      .selectFrom('merges')
      .innerJoin('conversations', 'conversations.customer_id', 'merges.kept_id')
      .select(['kept_id', 'gone_id', 'undone_at', 'before'])
      .where('merges.id', '=', mergeId)
      .where('conversations.id', '=', conversationId)
      .forNoKeyUpdate('merges')
      .executeTakeFirst()
    if (merge === undefined) throw new ApiError('merge.not-found', { id: String(mergeId) })
    if (merge.undone_at !== null) throw new ApiError('merge.undone')
    const { kept_id: keptId, gone_id: goneId } = merge
    const before = merge.before as Before
    const { kept } = await lockBoth(tx, { keptId, goneId })
    await sql`select id from conversations where customer_id = ${keptId} order by id for no key update`.execute(
      tx,
    )
    for (const [name, one] of joins)
      if (before[name] !== undefined)
        await one.part(context, { keptId, goneId, agentId: by.agentId }, before[name])
    await giveBackAddresses(tx, kept, { keptId, goneId }, before)
    for (const { id, status, waitingSince } of before.conversations) {
      await sql`
        update conversations set customer_id = ${goneId}, updated_at = ${now}, version = version + 1,
          status = case when continued_in is null then status else ${status} end,
          human_wait_started_at = case when continued_in is null then human_wait_started_at
            else ${waitingSince}::timestamptz end,
          continued_in = null
        where id = ${id} and customer_id = ${keptId}`.execute(tx)
    }
    for (const carried of before.carried ?? []) await partOpen(context, carried, by.agentId)
    await answerToOwn(tx, [keptId, goneId])
    await tx
      .updateTable('merges')
      .set({ undone_at: now, undone_by: by.agentId })
      .where('id', '=', mergeId)
      .execute()
    const { name } = await tx
      .selectFrom('agents')
      .select('name')
      .where('id', '=', by.agentId)
      .executeTakeFirstOrThrow()
    for (const { id } of before.conversations) {
      await addLine(context, { conversationId: id, text: undoneBy(name, nameOf(kept)), at: now })
    }
    const isOwn = before.conversations.every(({ id }) => id !== conversationId)
    if (isOwn) {
      await addLine(context, { conversationId, text: undoneBy(name, nameOf(before.gone)), at: now })
    }
    for (const id of [keptId, goneId]) await publishCustomer(context, id)
    const after = { from: String(goneId), merge: String(mergeId) }
    await record(context, by, 'customer.unmerged', keptId, { after })
  })
}

const undoneBy = (agent: string, other: string): string =>
  `${agent} took back the merge with ${other}: they are two customers again.`

/** On a bridge, replies go to the address that each customer used last. */
const answerToOwn = (tx: Tx, customerIds: readonly number[]) =>
  sql`
    update conversations c set peer = (
      select b.peer from bridge_customers b
      where b.customer_id = c.customer_id and b.phone_number_id = c.phone_number_id
      order by b.wrote_at desc limit 1)
    where c.customer_id = any(${[...customerIds]}::bigint[]) and c.peer is not null and exists (
      select 1 from bridge_customers b
      where b.customer_id = c.customer_id and b.phone_number_id = c.phone_number_id)`.execute(tx)

const facts = ['phone', 'account_type', 'customer_number'] as const

/** Restores both customers' addresses, except those that another customer has now. */
async function giveBackAddresses(
  tx: Tx,
  now: Who,
  { keptId, goneId }: { readonly keptId: number; readonly goneId: number },
  { kept, gone, aliases }: Before,
): Promise<void> {
  const addresses = ['wa_id', 'wa_user_id'] as const
  const isTheirs = (column: (typeof addresses)[number]) =>
    now[column] !== null && now[column] === gone[column]
  const ownAgain = async (column: (typeof addresses)[number], value: string | null) => {
    if (value === null) return null
    const kind = column === 'wa_id' ? 'number' : 'user_id'
    const held = await tx
      .selectFrom('customers')
      .select('id')
      .where(column, '=', value)
      .where('id', 'not in', [keptId, goneId])
      .executeTakeFirst()
    if (held !== undefined) return null
    await forgetAlias(tx, { kind, value })
    return value
  }
  const keptAgain = {
    wa_id: isTheirs('wa_id') ? await ownAgain('wa_id', kept.wa_id) : now.wa_id,
    wa_user_id: isTheirs('wa_user_id') ? await ownAgain('wa_user_id', kept.wa_user_id) : now.wa_user_id,
  }
  const factsAgain = Object.fromEntries(
    facts.flatMap(fact => (kept[fact] === null && now[fact] === gone[fact] ? [[fact, null]] : [])),
  )
  // The name may have followed the other customer's profile since the merge.
  const nameAgain = now.name === gone.name ? joinNaming({ ...noName, ...kept }, noName) : {}
  await tx
    .updateTable('customers')
    .set({ ...keptAgain, ...factsAgain, ...nameAgain })
    .where('id', '=', keptId)
    .execute()
  await tx
    .updateTable('customers')
    .set({
      ...gone,
      wa_id: await ownAgain('wa_id', gone.wa_id),
      wa_user_id: await ownAgain('wa_user_id', gone.wa_user_id),
      merged_into: null,
    })
    .where('id', '=', goneId)
    .execute()
  for (const { kind, address } of aliases) {
    await sql`
      update customer_aliases set customer_id = ${goneId}
      where kind = ${kind} and address = ${address} and customer_id = ${keptId}`.execute(tx)
  }
}
