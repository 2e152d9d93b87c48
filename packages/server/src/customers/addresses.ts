import { type Selectable, sql } from 'kysely'
import type { CustomersTable } from '../db/database.ts'
import type { Tx } from '../db/write.ts'

/** One thing that WhatsApp knows a customer by. */
export interface Address {
  readonly kind: 'number' | 'user_id'
  readonly value: string
}

/** A customer who had an address until somebody else was found to have it. */
export interface Displaced {
  readonly customerId: number
  readonly address: Address
}

const columns = { number: 'wa_id', user_id: 'wa_user_id' } as const

/** What of a customer's row an identity can tell of. */
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

/** Nobody is found by what they were known by before, where that is somebody's now. */
export async function forgetAlias(tx: Tx, { kind, value }: Address): Promise<void> {
  await tx.deleteFrom('customer_aliases').where('kind', '=', kind).where('address', '=', value).execute()
}

/** What a customer left at this time finds them still. Of two who left it that is the later one. */
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

/** Whether a customer went on from an address at this time or later. */
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
 * Makes an address free for a customer, who has had `held` until now: what they leave finds them still, and who has the
 * address has it no more. Answers who that was; the customer's own row is the caller's to write.
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

/** What a message or a notice names, and when it was written. */
export interface Named {
  readonly waId: string | null
  readonly waUserId: string | null
  readonly at: Date
}

/** For so many days after somebody left a number nobody else gets it: operators keep it back for longer. */
const keptBackMs = 30 * 24 * 60 * 60_000

/** Whether nobody else can have a number yet that was left at a time. */
export const isKeptBack = (until: Date, at: Date): boolean => at.getTime() - until.getTime() <= keptBackMs

/**
 * Who was known by an address before. A number is given to somebody else in time: what is written long after they left it
 * is another person's, and so is what is written after that and names another user id. A user id is never given again.
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
