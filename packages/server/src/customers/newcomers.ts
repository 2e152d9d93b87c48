import { spellingsOf } from '@parley/core/customers/rules'
import { statement } from '../db/connection/statement.ts'
import type { TxContext } from '../db/write.ts'
import { phoneOf, type WhatsappIdentity } from './addresses.ts'

const looking = statement<{ address: string }>(
  'known_addresses',
  `select wa_id as address from customers where wa_id = any($1::text[])
   union all select wa_user_id from customers where wa_user_id = any($2::text[])
   union all select address from customer_aliases where kind = 'number' and address = any($1::text[])
   union all select address from customer_aliases where kind = 'user_id' and address = any($2::text[])`,
)

const making = statement<{ id: number; wa_id: string | null; wa_user_id: string | null }>(
  'make_customers',
  `insert into customers (wa_id, wa_user_id, phone, name, profile_name, profile_name_at, created_at)
   select n.wa_id, n.wa_user_id, n.phone, n.name, n.name, n.at, $6::timestamptz
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
     with ordinality as n (wa_id, wa_user_id, phone, name, at, place)
   order by n.place on conflict do nothing returning id, wa_id, wa_user_id`,
)

/**
 * Makes, with one statement, the customers of identities whose addresses are unknown and not shared among them. Answers
 * their ids, without customers that another transaction made concurrently.
 */
export async function makeNewcomers(
  { tx, now }: TxContext,
  identities: readonly WhatsappIdentity[],
): Promise<ReadonlyMap<WhatsappIdentity, number>> {
  const apart = withoutCommon(identities).filter(({ becomes }) => becomes === null)
  if (apart.length === 0) return new Map()
  const known = await looking(tx, [apart.flatMap(numbersOf), apart.flatMap(userIdsOf)])
  const taken = new Set(known.map(({ address }) => address))
  const newcomers = apart.filter(identity => !addressesOf(identity).some(address => taken.has(address)))
  if (newcomers.length === 0) return new Map()
  const rows = await making(tx, [
    newcomers.map(({ waId }) => waId),
    newcomers.map(({ waUserId }) => waUserId),
    newcomers.map(({ waId }) => phoneOf(waId)),
    newcomers.map(({ profileName }) => profileName),
    newcomers.map(({ at }) => at),
    now,
  ])
  const made = new Map(rows.map(row => [keyOf(row.wa_id, row.wa_user_id), row.id]))
  return new Map(
    newcomers.flatMap(one => {
      const id = made.get(keyOf(one.waId, one.waUserId))
      return id === undefined ? [] : [[one, id] as const]
    }),
  )
}

const keyOf = (waId: string | null, waUserId: string | null): string => JSON.stringify([waId, waUserId])

const numbersOf = ({ waId, becomes }: WhatsappIdentity): readonly string[] =>
  [waId, becomes?.waId].flatMap(number => (typeof number === 'string' ? spellingsOf(number) : []))

const userIdsOf = ({ waUserId, becomes }: WhatsappIdentity): readonly string[] =>
  [waUserId, becomes?.waUserId].flatMap(id => (typeof id === 'string' ? [id] : []))

const addressesOf = (identity: WhatsappIdentity): readonly string[] => [
  ...numbersOf(identity),
  ...userIdsOf(identity),
]

/** The identities that share no address, so that none changes another's result. */
function withoutCommon(identities: readonly WhatsappIdentity[]): readonly WhatsappIdentity[] {
  const named = new Map<string, number>()
  for (const identity of identities)
    for (const address of new Set(addressesOf(identity))) named.set(address, (named.get(address) ?? 0) + 1)
  return identities.filter(identity => addressesOf(identity).every(address => named.get(address) === 1))
}
