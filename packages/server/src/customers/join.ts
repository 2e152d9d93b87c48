import { type Selectable, sql } from 'kysely'
import type { CustomersTable } from '../db/database.ts'
import type { Tx } from '../db/write.ts'

/** A customer's name and its origin. */
export type Naming = Pick<
  Selectable<CustomersTable>,
  'name' | 'name_set_by' | 'profile_name' | 'profile_name_at'
>

export const noName: Naming = { name: null, name_set_by: null, profile_name: null, profile_name_at: null }

/** The kept customer's name, else the other's. */
export function joinNaming(kept: Naming, gone: Naming): Naming {
  const { name, name_set_by, profile_name, profile_name_at } = kept.name === null ? gone : kept
  return { name, name_set_by, profile_name, profile_name_at }
}

type Customer = Selectable<CustomersTable>

/** Merges two locked customers, with these addresses. The kept one gets the other's facts where it has none. */
export async function joinCustomers(
  tx: Tx,
  kept: Customer,
  gone: Customer,
  addresses: Pick<Customer, 'wa_id' | 'wa_user_id'>,
): Promise<void> {
  // The newer choice about marketing messages holds for the person.
  await sql`
    update customers k set marketing_opt_out_at = g.marketing_opt_out_at, marketing_told_at = g.marketing_told_at
    from customers g
    where k.id = ${kept.id} and g.id = ${gone.id} and g.marketing_told_at is not null
      and (k.marketing_told_at is null or k.marketing_told_at < g.marketing_told_at)`.execute(tx)
  const unknown = { wa_id: null, wa_user_id: null, phone: null, account_type: null, customer_number: null }
  await tx
    .updateTable('customers')
    .set({ ...unknown, ...noName, merged_into: kept.id })
    .where('id', '=', gone.id)
    .execute()
  await tx
    .updateTable('customers')
    .set({
      ...addresses,
      ...joinNaming(kept, gone),
      phone: kept.phone ?? gone.phone,
      account_type: kept.account_type ?? gone.account_type,
      customer_number: kept.customer_number ?? gone.customer_number,
    })
    .where('id', '=', kept.id)
    .execute()
  await tx
    .updateTable('customer_aliases')
    .set({ customer_id: kept.id })
    .where('customer_id', '=', gone.id)
    .execute()
}
