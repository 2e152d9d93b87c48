import { spellingsOf } from '@parley/core/customers/rules'
import { statement } from '../db/connection/statement.ts'
import type { Tx, TxContext } from '../db/write.ts'
import {
  type Address,
  type Displaced,
  forgetAlias,
  hasLeft,
  holderOf,
  keepAlias,
  knownColumns,
  type KnownCustomer,
  type Named,
  phoneOf,
  takeAddress,
  type WhatsappIdentity,
} from './addresses.ts'
import { makeNewcomers } from './newcomers.ts'

export interface ResolvedCustomer {
  readonly id: number
  /** The name or the phone number changed. */
  readonly changed: boolean
  /** The customers who lost an address to this one. */
  readonly displaced: readonly Displaced[]
  /** The customer's former addresses. */
  readonly left: readonly Address[]
}

const asBefore = (id: number): ResolvedCustomer => ({ id, changed: false, displaced: [], left: [] })

/**
 * Finds or makes the customer of an identity, and locks them: by user id, which never changes its account, then by number,
 * then by former addresses. The name follows the profile of newer messages, missing facts are added, and an agent's
 * corrections stay. A customer who writes from a new number is reached there from then on, and only they are.
 */
export async function resolveCustomer(
  { tx, now }: TxContext,
  identity: WhatsappIdentity,
): Promise<ResolvedCustomer> {
  const { becomes } = identity
  const known =
    (await find(tx, identity)) ??
    (becomes === null ? undefined : await find(tx, { ...becomes, at: identity.at }))
  if (known !== undefined) return complete(tx, known, identity)
  const { waId, waUserId } = addressesOf(identity)
  await tx
    .insertInto('customers')
    .values({
      wa_id: waId,
      wa_user_id: waUserId,
      phone: phoneOf(waId),
      name: identity.profileName,
      profile_name: identity.profileName,
      profile_name_at: identity.at,
      created_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const made = await find(tx, { waId, waUserId, at: identity.at })
  if (made === undefined) throw new Error('A customer was neither found nor made')
  if (waId !== null) await forgetAlias(tx, { kind: 'number', value: waId })
  if (waUserId !== null) await forgetAlias(tx, { kind: 'user_id', value: waUserId })
  return { ...(await complete(tx, made, identity)), left: [] }
}

/** The addresses after the change that the identity announces. */
const addressesOf = ({ waId, waUserId, becomes }: WhatsappIdentity) => ({
  waId: becomes?.waId ?? waId,
  waUserId: becomes?.waUserId ?? waUserId,
})

const locking = statement<KnownCustomer>(
  'lock_customers',
  `select ${knownColumns.join(', ')} from customers
   where wa_id = any($1::text[]) or wa_user_id = any($2::text[]) order by id for no key update`,
)

export const identityKey = (identity: WhatsappIdentity): string => JSON.stringify(Object.values(identity))

const given = (value: string | null | undefined): readonly string[] =>
  value === null || value === undefined ? [] : [value]

/** Locks the customers who have these identities' addresses. */
const lockCustomers = (tx: Tx, identities: readonly WhatsappIdentity[]): Promise<readonly KnownCustomer[]> =>
  locking(tx, [
    identities.flatMap(({ waId, becomes }) => [...given(waId), ...given(becomes?.waId)]),
    identities.flatMap(({ waUserId, becomes }) => [...given(waUserId), ...given(becomes?.waUserId)]),
  ])

/**
 * Resolves several identities, by `identityKey`, and locks the customers: known ones without news with one statement, new
 * ones with one statement, and the others one by one.
 */
export async function resolveCustomers(
  context: TxContext,
  identities: readonly WhatsappIdentity[],
): Promise<ReadonlyMap<string, ResolvedCustomer>> {
  const locked = await lockCustomers(context.tx, identities)
  const wanted = new Map(identities.map(identity => [identityKey(identity), identity]))
  const settled = (identity: WhatsappIdentity) => locked.find(row => isSettled(row, identity))
  const made = await makeNewcomers(
    context,
    [...wanted.values()].filter(identity => settled(identity) === undefined),
  )
  const resolved = new Map<string, ResolvedCustomer>()
  // A change of one customer is not in the rows read before, so from then on each is resolved by itself.
  let isAsLocked = true
  for (const [key, identity] of wanted) {
    const knownId = made.get(identity) ?? (isAsLocked ? settled(identity)?.id : undefined)
    const found = knownId === undefined ? await resolveCustomer(context, identity) : asBefore(knownId)
    if (found.changed || found.displaced.length > 0 || found.left.length > 0) isAsLocked = false
    resolved.set(key, found)
  }
  return resolved
}

/** Whether this is the identity's customer, and the identity has no news. */
const isSettled = (known: KnownCustomer, identity: WhatsappIdentity): boolean =>
  identity.becomes === null &&
  (identity.waId === null || known.wa_id === identity.waId) &&
  (identity.waUserId === null || known.wa_user_id === identity.waUserId) &&
  !bringsName(known, identity) &&
  (known.phone !== null || phoneOf(identity.waId) === null)

/** Whether the identity has a new, visible profile name, and no newer message had one. */
const bringsName = (
  { profile_name: before, profile_name_at: since }: KnownCustomer,
  { profileName, at }: WhatsappIdentity,
): boolean => profileName !== null && profileName !== before && (since === null || at >= since)

/** Adds missing facts, and takes newer addresses and names. */
async function complete(tx: Tx, known: KnownCustomer, identity: WhatsappIdentity): Promise<ResolvedCustomer> {
  const { waId, waUserId } = addressesOf(identity)
  const { at } = identity
  const numbers = await follow(tx, known, { kind: 'number', held: known.wa_id, brought: waId }, at)
  // A message from a number that they left carries the user id of that number.
  const isOfBefore = waId !== null && !numbers.moves && !isHeld(known, waId)
  if (isOfBefore && waUserId !== null) await keepAlias(tx, known.id, { kind: 'user_id', value: waUserId }, at)
  const brought = isOfBefore ? null : waUserId
  const ids = await follow(tx, known, { kind: 'user_id', held: known.wa_user_id, brought }, at)
  await keepForOld(tx, known, identity)
  const dropsId = await leavesId(tx, known, identity, numbers.moves && !ids.moves)
  // A number that an agent corrected differs from WhatsApp's.
  const isAsTold = known.phone === null || known.phone === phoneOf(known.wa_id)
  const phone =
    (isAsTold && numbers.moves ? phoneOf(waId) : null) ?? known.phone ?? phoneOf(known.wa_id ?? waId)
  const isRenamed = bringsName(known, identity)
  const changed = phone !== known.phone || isRenamed
  if (changed || numbers.moves || ids.moves || dropsId) {
    await tx
      .updateTable('customers')
      .set({
        phone,
        ...(isRenamed && { profile_name: identity.profileName, profile_name_at: at }),
        ...(isRenamed && known.name_set_by === null && { name: identity.profileName }),
        ...(numbers.moves && { wa_id: waId }),
        ...(ids.moves && { wa_user_id: waUserId }),
        ...(dropsId && { wa_user_id: null }),
      })
      .where('id', '=', known.id)
      .execute()
  }
  return {
    id: known.id,
    changed,
    displaced: [...numbers.displaced, ...ids.displaced],
    left: [...numbers.left, ...ids.left],
  }
}

const isHeld = ({ wa_id: held }: Pick<KnownCustomer, 'wa_id'>, number: string): boolean =>
  held !== null && spellingsOf(held).includes(number)

/** Whether the customer moves to another address of a kind, who loses it, and which address they leave. */
async function follow(
  tx: Tx,
  { id }: KnownCustomer,
  { kind, held, brought }: { kind: Address['kind']; held: string | null; brought: string | null },
  at: Date,
): Promise<{ moves: boolean; displaced: readonly Displaced[]; left: readonly Address[] }> {
  const stays = { moves: false, displaced: [], left: [] }
  if (brought === null || held === brought) return stays
  if (kind === 'number' && isHeld({ wa_id: held }, brought)) return stays
  // A repeated webhook: they have left this address since.
  if (await hasLeft(tx, id, { kind, value: brought }, at)) return stays
  const displaced = await takeAddress(tx, id, { kind, value: brought }, held, at)
  return { moves: true, displaced, left: held === null ? [] : [{ kind, value: held }] }
}

/** A new number gets a new user id, which WhatsApp may announce later: until then only the number is known. */
async function leavesId(
  tx: Tx,
  { id, wa_user_id: held }: KnownCustomer,
  { becomes, at }: WhatsappIdentity,
  isOfNumber: boolean,
): Promise<boolean> {
  if (held === null || becomes === null || becomes.waId === null || !isOfNumber) return false
  await keepAlias(tx, id, { kind: 'user_id', value: held }, at)
  return true
}

/** Messages from before a change may arrive after its notice, with the former address. */
async function keepForOld(
  tx: Tx,
  known: KnownCustomer,
  { waId, waUserId, becomes, at }: WhatsappIdentity,
): Promise<void> {
  if (becomes === null) return
  const gone: readonly (readonly [Address['kind'], string | null, string | null])[] = [
    ['number', waId, becomes.waId],
    ['user_id', waUserId, becomes.waUserId],
  ]
  for (const [kind, value, next] of gone) {
    if (value === null || next === null || value === next) continue
    if (value === known.wa_id || value === known.wa_user_id) continue
    await keepAlias(tx, known.id, { kind, value }, at)
  }
}

/** Waits for a concurrent transaction that makes the same customer. */
async function find(tx: Tx, named: Named): Promise<KnownCustomer | undefined> {
  const { waId, waUserId } = named
  for (const [column, values] of [
    ['wa_user_id', given(waUserId)],
    ['wa_id', waId === null ? [] : spellingsOf(waId)],
  ] as const) {
    if (values.length === 0) continue
    const rows = await tx
      .selectFrom('customers')
      .select(knownColumns)
      .where(column, 'in', values)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const exact = rows.find(row => row[column] === values[0]) ?? rows[0]
    if (exact !== undefined) return exact
  }
  return holderOf(tx, named)
}
