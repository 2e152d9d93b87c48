import { sql } from 'kysely'
import { type Descriptor, erasedName, listed } from '../descriptor.ts'
import type { Reader } from '../db/write.ts'

/** A customer in an export. */
export interface CustomerRecord {
  readonly id: string
  readonly name: string | null
  readonly phone: string | null
}

export async function customerRecord(reader: Reader, id: number): Promise<CustomerRecord | undefined> {
  const { rows } = await sql<CustomerRecord>`
    select id::text, name, profile_name, phone, wa_id, wa_user_id, account_type, customer_number,
      marketing_opt_out_at, created_at
    from customers where id = ${id}`.execute(reader)
  return rows[0]
}

export const customerResource: Descriptor = {
  audit: { customer: id => sql`(select c.name from customers c where c.id = ${id} and c.erased_at is null)` },
  export: {
    customer: {
      aliases: listed(
        id => sql`select kind, address, until from customer_aliases where customer_id = ${id} order by until`,
      ),
    },
  },
  erase: {
    tables: {
      bridge_customers: { where: of => sql`customer_id in ${of.people}` },
      customer_aliases: { where: of => sql`customer_id = ${of.customer}` },
      customers: {
        where: of => sql`id = ${of.customer}`,
        set: of => sql`wa_id = null, wa_user_id = null, phone = null, name = ${erasedName}, name_set_by = null,
          profile_name = null, profile_name_at = null, account_type = null, customer_number = null,
          marketing_opt_out_at = null, marketing_told_at = null, erased_at = ${of.now}, erased_by = ${of.byId}`,
      },
    },
  },
}
