import { spellingsOf } from '@parley/core/customers/rules'
import { statement } from '../db/connection/statement.ts'
import type { Tx } from '../db/write.ts'
import { isKeptBack } from './addresses.ts'

/** The addresses of a webhook's writer, and its time. */
interface Signed {
  readonly from: string | null
  readonly userId: string | null
  readonly at: Date
}

interface KnownAs {
  readonly kind: 'number' | 'user_id'
  readonly address: string
  readonly customer_id: number
  readonly wa_user_id: string | null
  /** The time at which the customer left it; null: it is theirs. */
  readonly until: Date | null
}

const looking = statement<KnownAs>(
  'customers_known_as',
  `select 'number' as kind, wa_id as address, id as customer_id, wa_user_id, null::timestamptz as until
   from customers where wa_id = any($1::text[])
   union all select 'user_id', wa_user_id, id, wa_user_id, null from customers where wa_user_id = any($2::text[])
   union all select a.kind, a.address, c.id, c.wa_user_id, a.until
   from customer_aliases a join customers c on c.id = a.customer_id
   where (a.kind = 'number' and a.address = any($1::text[])) or (a.kind = 'user_id' and a.address = any($2::text[]))`,
)

/**
 * The writers' customers in order, by current and former addresses; undefined: unknown. Locks no row and makes no customer.
 */
export async function writersOf(tx: Tx, signed: readonly Signed[]): Promise<readonly (number | undefined)[]> {
  const numbers = signed.flatMap(({ from }) => (from === null ? [] : spellingsOf(from)))
  const userIds = signed.flatMap(({ userId }) => userId ?? [])
  const known = await looking(tx, [numbers, userIds])
  return signed.map(one => writerAmong(known, one)?.customer_id)
}

/** User ids are never reused; numbers get new owners in time. */
function writerAmong(known: readonly KnownAs[], { from, userId, at }: Signed): KnownAs | undefined {
  const byId = known.find(({ kind, address }) => kind === 'user_id' && address === userId)
  if (byId !== undefined || from === null) return byId
  const numbers = known.filter(({ kind }) => kind === 'number')
  const held = spellingsOf(from).flatMap(
    number => numbers.find(({ address, until }) => until === null && address === number) ?? [],
  )
  const left = numbers.find(one => one.address === from && one.until !== null)
  return held[0] ?? (left !== undefined && isTheirs(left, userId, at) ? left : undefined)
}

const isTheirs = ({ until, wa_user_id: own }: KnownAs, userId: string | null, at: Date): boolean =>
  until !== null && (until >= at || (isKeptBack(until, at) && (userId === null || own === null)))
