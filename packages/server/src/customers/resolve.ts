import { canonicalPhone } from '@parley/core/rules/phone'
import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { CustomersTable } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/write.ts'

/** Who wrote, as WhatsApp names them; at least one of the first two is there. */
export interface WhatsappIdentity {
  /** International digits. */
  readonly waId: string | null
  /** A business-scoped user id. */
  readonly waUserId: string | null
  readonly profileName: string | null
  /** When they wrote from there; null where that says nothing of where they are reached now. */
  readonly wroteAt: Date | null
}

export interface ResolvedCustomer {
  readonly id: number
  /** The name or the number became known: what shows them looks different now. */
  readonly changed: boolean
}

/**
 * The customer behind an identity, made if new, and locked. KnownCustomer by number first, then by user id, then by a number they
 * had before; what was not known yet is added, what a person corrected is not overwritten. Who writes from another number
 * is reached there from then on.
 */
export async function resolveCustomer(
  tx: Tx,
  identity: WhatsappIdentity,
  now: Date,
): Promise<ResolvedCustomer> {
  const known = await find(tx, identity)
  if (known !== undefined) return { id: known.id, changed: await complete(tx, known, identity) }
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
  await forgetAlias(tx, identity.waId)
  return { id: made.id, changed: false }
}

const locking = statement<KnownCustomer>(
  'lock_customers',
  `select id, wa_id, wa_user_id, name, phone from customers
   where wa_id = any($1::text[]) or wa_user_id = any($2::text[]) order by id for no key update`,
)

/** One text for one identity. */
export const identityKey = ({ waId, waUserId, profileName, wroteAt }: WhatsappIdentity): string =>
  JSON.stringify([waId, waUserId, profileName, wroteAt])

const given = (value: string | null): readonly string[] => (value === null ? [] : [value])

/** Who is known under these identities as they are: locked. What `resolveCustomers` goes on from. */
export const lockCustomers = (identities: readonly WhatsappIdentity[]): CompiledQuery<KnownCustomer> =>
  locking.with(keysOf(identities))

/** The values by which a statement finds the customers of identities: numbers, then user ids. */
export const keysOf = (identities: readonly WhatsappIdentity[]): readonly (readonly string[])[] => [
  identities.flatMap(({ waId }) => given(waId)),
  identities.flatMap(({ waUserId }) => given(waUserId)),
]

/**
 * The customers behind several identities, by `identityKey`: those that are known and bring nothing new are among the
 * locked ones; the others are resolved one after the other.
 */
export async function resolveCustomers(
  tx: Tx,
  identities: readonly WhatsappIdentity[],
  locked: readonly KnownCustomer[],
  now: Date,
): Promise<ReadonlyMap<string, ResolvedCustomer>> {
  const wanted = new Map(identities.map(identity => [identityKey(identity), identity]))
  const resolved = new Map<string, ResolvedCustomer>()
  for (const [key, identity] of wanted) {
    const known = locked.find(row => isSettled(row, identity))
    resolved.set(
      key,
      known === undefined ? await resolveCustomer(tx, identity, now) : { id: known.id, changed: false },
    )
  }
  return resolved
}

/** The customer is the one behind the identity, and the identity says nothing that is not known. */
const isSettled = (known: KnownCustomer, identity: WhatsappIdentity): boolean =>
  (identity.waId === null || known.wa_id === identity.waId) &&
  (identity.waUserId === null || known.wa_user_id === identity.waUserId) &&
  (known.name !== null || identity.profileName === null) &&
  (known.phone !== null || phoneOf(identity) === null)

/** Adds what was not known yet, and follows to a newer number. Whether that shows: the name or the number became another. */
async function complete(tx: Tx, known: KnownCustomer, identity: WhatsappIdentity): Promise<boolean> {
  const moves = await hasMoved(tx, known, identity)
  const phone = phoneOf(identity)
  const brings = (held: string | null, brought: string | null) => held === null && brought !== null
  // A number that a person corrected is not the one that WhatsApp told.
  const follows = moves && known.phone === phoneOf({ waId: known.wa_id })
  const shows = brings(known.name, identity.profileName) || brings(known.phone, phone) || follows
  const addressed = moves || brings(known.wa_id, identity.waId)
  if (!shows && !addressed && !brings(known.wa_user_id, identity.waUserId)) return false
  if (addressed) await forgetAlias(tx, identity.waId)
  if (moves) await keepAlias(tx, known, identity.wroteAt)
  await tx
    .updateTable('customers')
    .set({
      wa_id: addressed ? identity.waId : known.wa_id,
      // Another customer may hold it, from before both were known to be one person: then it stays there.
      wa_user_id: sql<string | null>`coalesce(wa_user_id, (
        select ${identity.waUserId}::text
        where not exists (select 1 from customers other where other.wa_user_id = ${identity.waUserId})))`,
      phone: follows ? phone : (known.phone ?? phone),
      name: known.name ?? identity.profileName,
    })
    .where('id', '=', known.id)
    .execute()
  return shows
}

/** Another number than the one we reach them at, unless they left it later than this was written: a repeat comes late. */
async function hasMoved(tx: Tx, known: KnownCustomer, { waId, wroteAt }: WhatsappIdentity): Promise<boolean> {
  if (waId === null || known.wa_id === null || waId === known.wa_id || wroteAt === null) return false
  const left = await tx
    .selectFrom('customer_aliases')
    .select('until')
    .where('wa_id', '=', waId)
    .where('customer_id', '=', known.id)
    .executeTakeFirst()
  return left === undefined || left.until < wroteAt
}

const forgetAlias = async (tx: Tx, waId: string | null): Promise<void> => {
  if (waId !== null) await tx.deleteFrom('customer_aliases').where('wa_id', '=', waId).execute()
}

async function keepAlias(tx: Tx, { id, wa_id: waId }: KnownCustomer, until: Date | null): Promise<void> {
  if (waId === null || until === null) return
  await tx.insertInto('customer_aliases').values({ wa_id: waId, customer_id: id, until }).execute()
}

const phoneOf = (identity: Pick<WhatsappIdentity, 'waId'>): string | null =>
  identity.waId === null ? null : canonicalPhone(`+${identity.waId}`)

/** A customer's row, as far as an identity can tell of it. */
export type KnownCustomer = Pick<Selectable<CustomersTable>, 'id' | 'wa_id' | 'wa_user_id' | 'name' | 'phone'>

/** Waits for another transaction that is making the same customer. */
async function find(tx: Tx, { waId, waUserId }: WhatsappIdentity): Promise<KnownCustomer | undefined> {
  for (const [column, value] of [
    ['wa_id', waId],
    ['wa_user_id', waUserId],
  ] as const) {
    if (value === null) continue
    const row = await tx
      .selectFrom('customers')
      .select(['id', 'wa_id', 'wa_user_id', 'name', 'phone'])
      .where(column, '=', value)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row !== undefined) return row
  }
  return waId === null ? undefined : findByAlias(tx, waId, waUserId)
}

/** A number is given to somebody else in time: who has another user id is another person. */
function findByAlias(tx: Tx, waId: string, waUserId: string | null): Promise<KnownCustomer | undefined> {
  const holder = tx
    .selectFrom('customers')
    .innerJoin('customer_aliases', 'customer_aliases.customer_id', 'customers.id')
    .select(['customers.id', 'customers.wa_id', 'wa_user_id', 'name', 'phone'])
    .where('customer_aliases.wa_id', '=', waId)
    .forNoKeyUpdate('customers')
  if (waUserId === null) return holder.executeTakeFirst()
  return holder
    .where(eb => eb.or([eb('wa_user_id', 'is', null), eb('wa_user_id', '=', waUserId)]))
    .executeTakeFirst()
}
