import { ApiError } from '@parley/core/errors'
import { phoneLabel } from '@parley/core/customers/rules'
import type { Selectable } from 'kysely'
import type { Naming } from '../customers/join.ts'
import type { CustomersTable } from '../db/database.ts'
import type { Tx } from '../db/write.ts'
import type { Carried } from './carry-open.ts'

const known = ['wa_id', 'wa_user_id', 'phone', 'name', 'account_type', 'customer_number'] as const
const naming = ['name_set_by', 'profile_name', 'profile_name_at'] as const

/** A customer's names and addresses. An earlier version stored only `name` of `Naming`. */
export type Who = Pick<Selectable<CustomersTable>, (typeof known)[number]> & Partial<Naming>

/** The state before a merge, as the table `merges` stores it. */
export interface Before {
  readonly kept: Who
  readonly gone: Who
  /** The moved conversations. */
  readonly conversations: readonly {
    readonly id: number
    readonly status: string
    readonly waitingSince: string | null
  }[]
  readonly aliases: readonly { readonly kind: string; readonly address: string }[]
  /** The open work that moved; absent: a merge of an earlier version, which moved none. */
  readonly carried?: readonly Carried[]
  /** By resource, the result of its `join`; absent: nothing. */
  readonly [resource: string]: unknown
}

export const whoOf = (customer: Selectable<CustomersTable>): Who =>
  Object.fromEntries([...known, ...naming].map(column => [column, customer[column]])) as Who

/** @throws ApiError conversation.not-found, merge.same-customer */
export async function lockCustomersOf(
  tx: Tx,
  conversationId: number,
  otherId: number,
): Promise<{ readonly keptId: number; readonly goneId: number }> {
  const rows = await tx
    .selectFrom('conversations')
    .select(['id', 'customer_id'])
    .where('id', 'in', [conversationId, otherId])
    .execute()
  const of = (id: number): number => {
    const row = rows.find(one => one.id === id)
    if (row === undefined) throw new ApiError('conversation.not-found', { id: String(id) })
    return row.customer_id
  }
  const [keptId, goneId] = [of(conversationId), of(otherId)]
  if (keptId === goneId) throw new ApiError('merge.same-customer')
  return { keptId, goneId }
}

/** Locks both customers in the order of their ids. @throws ApiError customer.erased */
export async function lockBoth(
  tx: Tx,
  { keptId, goneId }: { readonly keptId: number; readonly goneId: number },
) {
  const rows = await tx
    .selectFrom('customers')
    .selectAll()
    .where('id', 'in', [keptId, goneId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const [kept, gone] = [keptId, goneId].map(id => rows.find(row => row.id === id))
  if (kept === undefined || gone === undefined)
    throw new Error('The customer of a conversation does not exist')
  if (kept.erased_at !== null || gone.erased_at !== null) throw new ApiError('customer.erased')
  return { kept, gone }
}

export type Named = Pick<Who, 'name' | 'phone'>

/** A customer's name in a line of the thread. */
export const nameOf = ({ name, phone }: Named): string =>
  [name ?? 'a customer', phone === null ? null : `(${phoneLabel(phone)})`]
    .filter(part => part !== null)
    .join(' ')
