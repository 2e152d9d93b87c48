import { canonicalPhone } from '@parley/core/rules/phone'
import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'

/** Who wrote, as WhatsApp names them; at least one of the first two is there. */
export interface WhatsappIdentity {
  /** International digits. */
  readonly waId: string | null
  /** A business-scoped user id. */
  readonly waUserId: string | null
  readonly profileName: string | null
}

export interface ResolvedCustomer {
  readonly id: number
  /** The name or the number became known: what shows them looks different now. */
  readonly changed: boolean
}

/**
 * The customer behind an identity, made if new, and locked. Known by number first, then by user id; what was not known
 * yet is added, what a person corrected is not overwritten.
 */
export async function resolveCustomer(
  tx: Tx,
  identity: WhatsappIdentity,
  now: Date,
): Promise<ResolvedCustomer> {
  const known = await find(tx, identity)
  if (known !== undefined) {
    const phone = phoneOf(identity)
    await tx
      .updateTable('customers')
      .set({
        wa_id: sql<string | null>`coalesce(wa_id, ${identity.waId}::text)`,
        // Another customer may hold it, from before both were known to be one person: then it stays there.
        wa_user_id: sql<string | null>`coalesce(wa_user_id, (
          select ${identity.waUserId}::text
          where not exists (select 1 from customers other where other.wa_user_id = ${identity.waUserId})))`,
        phone: sql<string | null>`coalesce(phone, ${phone}::text)`,
        name: sql<string | null>`coalesce(name, ${identity.profileName}::text)`,
      })
      .where('id', '=', known.id)
      .execute()
    const named = known.name === null && identity.profileName !== null
    return { id: known.id, changed: named || (known.phone === null && phone !== null) }
  }
  await tx
    .insertInto('customers')
    .values({
      wa_id: identity.waId,
      wa_user_id: identity.waUserId,
      phone: phoneOf(identity),
      name: identity.profileName,
      created_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const made = await find(tx, identity)
  if (made === undefined) throw new Error('A customer was neither found nor made')
  return { id: made.id, changed: false }
}

const phoneOf = (identity: WhatsappIdentity): string | null =>
  identity.waId === null ? null : canonicalPhone(`+${identity.waId}`)

/** Waits for another transaction that is making the same customer. */
async function find(tx: Tx, { waId, waUserId }: WhatsappIdentity): Promise<{ id: number; name: string | null; phone: string | null } | undefined> {
  for (const [column, value] of [
    ['wa_id', waId],
    ['wa_user_id', waUserId],
  ] as const) {
    if (value === null) continue
    const row = await tx
      .selectFrom('customers')
      .select(['id', 'name', 'phone'])
      .where(column, '=', value)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row !== undefined) return row
  }
  return undefined
}
