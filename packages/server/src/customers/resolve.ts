import { canonicalPhone } from '@parley/core/rules/phone'
import { type Selectable, sql } from 'kysely'
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
  return { id: made.id, changed: false }
}

const locking = statement<Known>(
  'lock_customers',
  `select id, wa_id, wa_user_id, name, phone from customers
   where wa_id = any($1::text[]) or wa_user_id = any($2::text[]) order by id for no key update`,
)

/** One text for one identity. */
export const identityKey = ({ waId, waUserId, profileName }: WhatsappIdentity): string =>
  JSON.stringify([waId, waUserId, profileName])

/**
 * The customers behind several identities, by `identityKey`. Those that are known and bring nothing new take one statement
 * for all; the others are resolved one after the other.
 */
export async function resolveCustomers(
  tx: Tx,
  identities: readonly WhatsappIdentity[],
  now: Date,
): Promise<ReadonlyMap<string, ResolvedCustomer>> {
  const wanted = new Map(identities.map(identity => [identityKey(identity), identity]))
  const given = (value: string | null) => (value === null ? [] : [value])
  const rows = await locking(tx, [
    identities.flatMap(({ waId }) => given(waId)),
    identities.flatMap(({ waUserId }) => given(waUserId)),
  ])
  const resolved = new Map<string, ResolvedCustomer>()
  for (const [key, identity] of wanted) {
    const known = rows.find(row => isSettled(row, identity))
    resolved.set(
      key,
      known === undefined ? await resolveCustomer(tx, identity, now) : { id: known.id, changed: false },
    )
  }
  return resolved
}

/** The customer is the one behind the identity, and the identity says nothing that is not known. */
const isSettled = (known: Known, identity: WhatsappIdentity): boolean =>
  (identity.waId === null || known.wa_id === identity.waId) &&
  (identity.waUserId === null || known.wa_user_id === identity.waUserId) &&
  (known.name !== null || identity.profileName === null) &&
  (known.phone !== null || phoneOf(identity) === null)

/** Adds what was not known yet. Whether that shows: the name or the number became known. */
async function complete(tx: Tx, known: Known, identity: WhatsappIdentity): Promise<boolean> {
  const phone = phoneOf(identity)
  const brings = (held: string | null, brought: string | null) => held === null && brought !== null
  const shows = brings(known.name, identity.profileName) || brings(known.phone, phone)
  if (!shows && !brings(known.wa_id, identity.waId) && !brings(known.wa_user_id, identity.waUserId))
    return false
  await tx
    .updateTable('customers')
    .set({
      wa_id: known.wa_id ?? identity.waId,
      // Another customer may hold it, from before both were known to be one person: then it stays there.
      wa_user_id: sql<string | null>`coalesce(wa_user_id, (
        select ${identity.waUserId}::text
        where not exists (select 1 from customers other where other.wa_user_id = ${identity.waUserId})))`,
      phone: known.phone ?? phone,
      name: known.name ?? identity.profileName,
    })
    .where('id', '=', known.id)
    .execute()
  return shows
}

const phoneOf = (identity: WhatsappIdentity): string | null =>
  identity.waId === null ? null : canonicalPhone(`+${identity.waId}`)

type Known = Pick<Selectable<CustomersTable>, 'id' | 'wa_id' | 'wa_user_id' | 'name' | 'phone'>

/** Waits for another transaction that is making the same customer. */
async function find(tx: Tx, { waId, waUserId }: WhatsappIdentity): Promise<Known | undefined> {
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
  return undefined
}
