import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'

/** Two customers who become one: whose note stays, and whose goes on under it. Both must be locked. */
export interface Joined {
  readonly keptId: number
  readonly goneId: number
  readonly agentId: number
}

/** What the kept note was, and what it became, so that it can be parted again. */
export interface JoinedNotes {
  /** Null: there was none. */
  readonly text: string | null
  readonly version: number
}

/**
 * The note of one customer goes under that of the other, whole, however long both are together; its own stays with it for
 * the case that they are parted again. Answers what the kept one was and its version since; null: nothing was joined.
 */
export async function joinNotes(
  tx: Tx,
  { keptId, goneId, agentId }: Joined,
  now: Date,
): Promise<JoinedNotes | null> {
  const rows = await tx
    .selectFrom('customer_notes')
    .select(['customer_id', 'text', 'version'])
    .where('customer_id', 'in', [keptId, goneId])
    .execute()
  const [kept, gone] = [keptId, goneId].map(id => rows.find(row => row.customer_id === id))
  if (gone === undefined || gone.text === '') return null
  const text = kept === undefined || kept.text === '' ? gone.text : `${kept.text}\n\n${gone.text}`
  const version = (kept?.version ?? 0) + 1
  const next = { text, version, updated_at: now, updated_by: agentId }
  await tx
    .insertInto('customer_notes')
    .values({ customer_id: keptId, ...next })
    .onConflict(conflict => conflict.column('customer_id').doUpdateSet(next))
    .execute()
  return { text: kept?.text ?? null, version }
}

/** Parts what was joined: the kept note is what it was, unless somebody has written in it since. */
export async function partNotes(
  tx: Tx,
  { keptId, agentId }: Omit<Joined, 'goneId'>,
  joined: JoinedNotes,
  now: Date,
): Promise<void> {
  await sql`
    update customer_notes set text = ${joined.text ?? ''}, version = version + 1, updated_at = ${now}, updated_by = ${agentId}
    where customer_id = ${keptId} and version = ${joined.version}`.execute(tx)
}
