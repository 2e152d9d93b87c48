import { draws } from '@parley/core/read/readers.fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type TxContext, write } from '../db/write.ts'
import { makeNewcomers } from './newcomers.ts'
import { identityKey, resolveCustomer, resolveCustomers } from './resolve.ts'
import type { WhatsappIdentity } from './addresses.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const nobody = { waId: null, waUserId: null, profileName: null, at: now, becomes: null }
/** Few addresses, so that they collide; two are of the same account. */
const numbers = ['256700000001', '256700000002', '256700000003', '5215500000001', '525500000001', null]
const userIds = ['UG.1', 'UG.2', 'UG.3', null, null]

/** Customers and former addresses, without ids. */
async function everybody({ db }: OpenDatabase): Promise<readonly string[]> {
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'wa_id', 'wa_user_id', 'name', 'profile_name', 'profile_name_at', 'phone'])
    .execute()
  const aliases = await db
    .selectFrom('customer_aliases')
    .select(['customer_id', 'kind', 'address', 'until'])
    .execute()
  return customers
    .map(({ id, ...customer }) => {
      const own = aliases.filter(alias => alias.customer_id === id)
      const before = own.map(({ kind, address, until }) => `${kind} ${address} ${until.toISOString()}`)
      return JSON.stringify({ ...customer, before: before.toSorted() })
    })
    .toSorted()
}

describe('new customers', () => {
  let [grouped, apart]: OpenDatabase[] = []
  beforeAll(async () => {
    grouped = await openTestDatabase()
    apart = await openTestDatabase()
  })
  afterAll(async () => {
    await grouped?.close()
    await apart?.close()
  })

  const within = <T>({ db }: OpenDatabase, work: (context: TxContext) => Promise<T>): Promise<T> =>
    write({ db, now: () => now, notify: () => undefined }, work)
  const asGroup = (database: OpenDatabase, group: readonly WhatsappIdentity[]) =>
    within(database, context => resolveCustomers(context, group))

  test('makes many at once, each with an own id, and a repeat makes none', async () => {
    if (grouped === undefined) throw new Error('There is no database')
    const group = ['256770000001', '256770000002', '5215570000003'].map((waId, n) => ({
      ...nobody,
      waId,
      waUserId: n === 1 ? 'UG.77' : null,
      profileName: `Nakato ${n}`,
    }))
    const make = (context: TxContext) => makeNewcomers(context, group)
    const made = await within(grouped, make)
    expect(new Set(made.values()).size).toBe(3)
    expect(await within(grouped, make)).toEqual(new Map())
    const resolved = await asGroup(grouped, group)
    for (const one of group) expect(resolved.get(identityKey(one))?.id).toBe(made.get(one))
    await grouped.db.deleteFrom('customers').execute()
  })

  test('a group has the same result as single messages', async () => {
    if (grouped === undefined || apart === undefined) throw new Error('There is no database')
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = draws(seed)
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
      for (const { db } of [grouped, apart]) {
        await db.deleteFrom('customer_aliases').execute()
        await db.deleteFrom('customers').execute()
      }
      for (let batch = 0; batch < 4; batch += 1) {
        const drawn = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, place): WhatsappIdentity => {
          const [waId, waUserId] = [pick(numbers), pick(userIds)]
          return {
            waId: waId ?? (waUserId === null ? '256700000009' : null),
            waUserId,
            profileName: pick(['Nakato', 'Prossy', null]),
            at: new Date(now.getTime() + (batch * 10 + place) * 60_000),
            becomes: random() < 0.15 ? { waId: pick(numbers.slice(0, 3)), waUserId: pick(userIds) } : null,
          }
        })
        const group = [...new Map(drawn.map(one => [identityKey(one), one])).values()]
        await asGroup(grouped, group)
        for (const one of group) await within(apart, context => resolveCustomer(context, one))
        expect({ seed, batch, is: await everybody(grouped) }).toEqual({
          seed,
          batch,
          is: await everybody(apart),
        })
      }
    }
  })
})
