import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'

/** What one of two customers said last about marketing messages holds for the person that both are. */
export async function carryPreference(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`
    update customers k set marketing_opt_out_at = g.marketing_opt_out_at, marketing_told_at = g.marketing_told_at
    from customers g
    where k.id = ${toId} and g.id = ${fromId} and g.marketing_told_at is not null
      and (k.marketing_told_at is null or k.marketing_told_at < g.marketing_told_at)`.execute(tx)
}
