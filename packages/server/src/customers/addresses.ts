import { type Selectable, sql } from 'kysely'
import { canonicalPhone } from '@parley/core/customers/rules'
import type { CustomersTable } from '../db/database.ts'
import type { Tx, TxContext } from '../db/write.ts'

/** A writer as WhatsApp names them, with at least one address. */
export interface WhatsappIdentity {
  /** International digits. */
  readonly waId: string | null
  /** A business-scoped user id. */
  readonly waUserId: string | null
  readonly profileName: string | null
  /** By WhatsApp's clock. */
  readonly at: Date
  /** The new addresses, in a notice of a change; else null. */
  readonly becomes: { readonly waId: string | null; readonly waUserId: string | null } | null
}

/** Null: no phone number. */
export const phoneOf = (waId: string | null): string | null =>
  waId === null ? null : canonicalPhone(`+${waId}`)

/** An address of a customer at WhatsApp. */
export interface Address {
  readonly kind: 'number' | 'user_id'
  readonly value: string
}

/** A customer who lost an address to another customer. */
export interface Displaced {
  readonly customerId: number
  readonly address: Address
}

const columns = { number: 'wa_id', user_id: 'wa_user_id' } as const

/** The columns that an identity can change. */
export const knownColumns = [
  'id',
  'wa_id',
  'wa_user_id',
  'phone',
  'name_set_by',
  'profile_name',
  'profile_name_at',
] as const
export type KnownCustomer = Pick<Selectable<CustomersTable>, (typeof knownColumns)[number]>

/** An address that is a customer's own is no alias of another. */
export async function forgetAlias(tx: Tx, { kind, value }: Address): Promise<void> {
  await tx.deleteFrom('customer_aliases').where('kind', '=', kind).where('address', '=', value).execute()
}

/** A former address still finds the customer. Of two who had it, the later one. */
export async function keepAlias(
  tx: Tx,
  customerId: number,
  { kind, value }: Address,
  until: Date,
): Promise<void> {
  await tx
    .insertInto('customer_aliases')
    .values({ kind, address: value, customer_id: customerId, until })
    .onConflict(conflict =>
      conflict
        .columns(['kind', 'address'])
        .doUpdateSet({ customer_id: customerId, until })
        .where('customer_aliases.until', '<', until),
    )
    .execute()
}

/** Whether a customer left an address at this time or later. */
export async function hasLeft(
  tx: Tx,
  customerId: number,
  { kind, value }: Address,
  at: Date,
): Promise<boolean> {
  const left = await tx
    .selectFrom('customer_aliases')
    .select('until')
    .where('kind', '=', kind)
    .where('address', '=', value)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return left !== undefined && left.until >= at
}

/**
 * Frees an address for a customer, whose address `held` becomes an alias. Other customers lose the address, and are
 * answered. The caller writes the customer's own row.
 */
export async function takeAddress(
  tx: Tx,
  customerId: number,
  { kind, value }: Address,
  held: string | null,
  at: Date,
): Promise<readonly Displaced[]> {
  await forgetAlias(tx, { kind, value })
  if (held !== null) await keepAlias(tx, customerId, { kind, value: held }, at)
  const others = await tx
    .updateTable('customers')
    .set(
      kind === 'number'
        ? { wa_id: null, phone: sql<string | null>`nullif(phone, ${`+${value}`})` }
        : { wa_user_id: null },
    )
    .where(columns[kind], '=', value)
    .where('id', '<>', customerId)
    .returning('id')
    .execute()
  return others.map(({ id }) => ({ customerId: id, address: { kind, value } }))
}

/** The addresses in a message or a notice, and its time. */
export interface Named {
  readonly waId: string | null
  readonly waUserId: string | null
  readonly at: Date
}

/** Operators do not give a number to another person for longer than this. */
const keptBackMs = 30 * 24 * 60 * 60_000

/** Whether a number that was left at a time can have no new owner yet. */
export const isKeptBack = (until: Date, at: Date): boolean => at.getTime() - until.getTime() <= keptBackMs

/**
 * The customer with this former address. Numbers get new owners in time: a message long after the customer left the number
 * is another person's, and so is a message after that with another user id. User ids are never reused.
 */
export async function holderOf(tx: Tx, { waId, waUserId, at }: Named): Promise<KnownCustomer | undefined> {
  const holder = (kind: Address['kind'], value: string) =>
    tx
      .selectFrom('customers')
      .innerJoin('customer_aliases', 'customer_aliases.customer_id', 'customers.id')
      .select(knownColumns)
      .where('customer_aliases.kind', '=', kind)
      .where('customer_aliases.address', '=', value)
      .forNoKeyUpdate('customers')
  const byId = waUserId === null ? undefined : await holder('user_id', waUserId).executeTakeFirst()
  if (byId !== undefined || waId === null) return byId
  const since = new Date(at.getTime() - keptBackMs)
  const isTheirs =
    waUserId === null ? sql<boolean>`true` : sql<boolean>`coalesce(wa_user_id = ${waUserId}, true)`
  return holder('number', waId)
    .where(eb => eb.or([eb('until', '>=', at), eb.and([eb('until', '>=', since), isTheirs])]))
    .executeTakeFirst()
}

/** Publishes everything with the customer's name or number: conversations, and with them tickets, and their messages. */
export async function tellOfName({ tx, publish }: TxContext, customerId: number): Promise<void> {
  const { rows } = await sql<{ noun: 'conversation' | 'message'; id: number }>`
    with c as (select id from conversations where customer_id = ${customerId})
    select 'conversation' as noun, id from c
    union all select 'message', id from messages where source = 'CUSTOMER' and conversation_id in (select id from c)`.execute(
    tx,
  )
  for (const { noun, id } of rows) publish({ noun, id, kind: 'changed' })
}
