import { sql } from 'kysely'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'

/** Of the conversation `c`. What is over stays with who had it last. The index conversations_open_assignee has the same words. */
const isOpen = sql<boolean>`c.status not in ('RESOLVED', 'ARCHIVED')`

/** A transaction is over in time, and the log holds what happened before it, however many an agent leaves behind. */
const mostAtOnce = 1_000

/**
 * Gives the open conversations of an agent, who is locked, back to the queue, and writes that down. Of more than a
 * thousand the active ones go first; `handBackOfDisabled` takes the others. Answers how many went.
 */
export async function handBackOf(tx: Tx, emit: Emit, agentId: number, now: Date): Promise<number> {
  // Picked before they are locked, since locks are taken in the order of ids: each is looked at again.
  const { rows } = await sql<{ id: number }>`
    select c.id from conversations c
    where c.assignee_id = ${agentId} and ${isOpen} and c.id in (
      select c.id from conversations c where c.assignee_id = ${agentId} and ${isOpen}
      order by c.status <> 'ACTIVE', c.id limit ${mostAtOnce})
    order by c.id for no key update`.execute(tx)
  const ids = rows.map(row => row.id)
  if (ids.length > 0) await toQueue(tx, emit, ids, { fromId: agentId, byId: null }, now)
  return ids.length
}

/** Gives locked conversations of one agent back to the queue, and writes that down; `byId` null: nobody did, they left. */
export async function toQueue(
  tx: Tx,
  emit: Emit,
  ids: readonly number[],
  { fromId, byId }: { readonly fromId: number; readonly byId: number | null },
  now: Date,
): Promise<void> {
  await sql`
    with back as (
      update conversations set assignee_id = null, updated_at = ${now} where id = any(${[...ids]}::bigint[]) returning id
    )
    insert into owner_changes (conversation_id, from_id, by_id, at)
    select id, ${fromId}::bigint, ${byId}::bigint, ${now}::timestamptz from back order by id`.execute(tx)
  for (const id of ids) emit({ noun: 'conversation', id, kind: 'handed' })
  emit({ noun: 'agent', id: fromId, kind: 'changed' })
}

/**
 * The same for all who may not sign in: a conversation of theirs that was over may be open again, and some may have left
 * more than one transaction takes. Answers how many went.
 */
export async function handBackOfDisabled(writer: Writer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select a.id from agents a where a.disabled_at is not null
      and exists (select 1 from conversations c where c.assignee_id = a.id and ${isOpen})
    order by a.id`.execute(writer.db)
  let sum = 0
  for (const { id } of rows) {
    sum += await write(writer, async (tx, emit) => {
      await tx.selectFrom('agents').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      return handBackOf(tx, emit, id, writer.now())
    })
  }
  return sum
}
