import { sql } from 'kysely'
import { type TxContext, write, type Writer } from '../db/write.ts'

/** Closed conversations keep their owner. Must match the index conversations_open_assignee. */
const isOpen = sql<boolean>`c.status not in ('RESOLVED', 'ARCHIVED')`

/** Bounds a transaction, however many conversations an agent leaves. */
const mostAtOnce = 1_000

/**
 * Returns the open conversations of a locked agent to the queue. Of more than a thousand, active ones go first and
 * `handBackOfDisabled` returns the others. Answers how many went.
 */
export async function handBackOf(context: TxContext, agentId: number): Promise<number> {
  // Chosen first, then locked in the order of ids, with the conditions checked again.
  const { rows } = await sql<{ id: number }>`
    select c.id from conversations c
    where c.assignee_id = ${agentId} and ${isOpen} and c.id in (
      select c.id from conversations c where c.assignee_id = ${agentId} and ${isOpen}
      order by c.status <> 'ACTIVE', c.id limit ${mostAtOnce})
    order by c.id for no key update`.execute(context.tx)
  const ids = rows.map(row => row.id)
  if (ids.length > 0) await toQueue(context, ids, { fromId: agentId, byId: null })
  return ids.length
}

/** Returns locked conversations of one agent to the queue, on record; `byId` null: the agent left. */
export async function toQueue(
  { tx, publish, now }: TxContext,
  ids: readonly number[],
  { fromId, byId }: { readonly fromId: number; readonly byId: number | null },
): Promise<void> {
  await sql`
    with back as (
      update conversations set assignee_id = null, updated_at = ${now} where id = any(${[...ids]}::bigint[]) returning id
    )
    insert into owner_changes (conversation_id, from_id, by_id, at)
    select id, ${fromId}::bigint, ${byId}::bigint, ${now}::timestamptz from back order by id`.execute(tx)
  for (const id of ids) publish({ noun: 'conversation', id, kind: 'handed' })
  publish({ noun: 'agent', id: fromId, kind: 'changed' })
}

/**
 * The same for all disabled agents: a closed conversation of theirs may be open again, and some left more than one
 * transaction takes. Answers how many went.
 */
export async function handBackOfDisabled(writer: Writer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select a.id from agents a where a.disabled_at is not null
      and exists (select 1 from conversations c where c.assignee_id = a.id and ${isOpen})
    order by a.id`.execute(writer.db)
  let sum = 0
  for (const { id } of rows) {
    sum += await write(writer, async context => {
      await context.tx.selectFrom('agents').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      return handBackOf(context, id)
    })
  }
  return sum
}
