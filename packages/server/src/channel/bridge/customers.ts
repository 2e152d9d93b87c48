import { sql } from 'kysely'
import { storable } from '../../db/storable.ts'
import type { Emit, Tx } from '../../db/write.ts'
import { tellOfName } from '../../customers/tell-of-name.ts'

/** Who wrote over a bridge. */
export interface Peer {
  /** By what the bridge knows them. */
  readonly peer: string
  /** As they are called there; null: it does not say. */
  readonly name: string | null
  /** When they wrote. */
  readonly at: Date
}

/**
 * The customers behind peers of a bridge, by peer, made where they are new, and locked. The name follows
 * newer messages unless an agent set it. Who was merged is the customer that they turned out to be.
 */
export async function resolvePeers(
  tx: Tx,
  emit: Emit,
  bridgeId: string,
  peers: readonly Peer[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const newest = new Map(
    peers.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(one => [one.peer, one]),
  )
  const names = [...newest.keys()].toSorted()
  // Two that bring the same new customer wait for each other, in the one order.
  for (const peer of names) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${bridgeId} ${peer}`}, 0))`.execute(tx)
  }
  const found = new Map<string, number>()
  for (const row of await holdersOf(tx, bridgeId, names)) found.set(row.peer, row.customer_id)
  await sql`select id from customers where id = any(${[...found.values()]}::bigint[])
    order by id for no key update`.execute(tx)
  for (const peer of names) {
    const { name = null, at = now } = newest.get(peer) ?? {}
    const known = found.get(peer)
    if (known === undefined) found.set(peer, await makeCustomer(tx, bridgeId, { peer, name, at }, now))
    else if (name !== null) await nameCustomer(tx, emit, known, name, at)
    await sql`update bridge_customers set wrote_at = greatest(wrote_at, ${at})
      where phone_number_id = ${bridgeId} and peer = ${peer}`.execute(tx)
  }
  return found
}

/** Follows who was merged to who they are now. */
const holdersOf = async (tx: Tx, bridgeId: string, peers: readonly string[]) =>
  (
    await sql<{ peer: string; customer_id: number }>`
      with recursive held as (
        select b.peer, c.id, c.merged_into from bridge_customers b join customers c on c.id = b.customer_id
        where b.phone_number_id = ${bridgeId} and b.peer = any(${[...peers]}::text[])
        union all
        select h.peer, c.id, c.merged_into from held h join customers c on c.id = h.merged_into)
      select peer, id as customer_id from held where merged_into is null`.execute(tx)
  ).rows

async function makeCustomer(tx: Tx, bridgeId: string, { peer, name, at }: Peer, now: Date): Promise<number> {
  const shown = name === null ? null : storable(name)
  const { id } = await tx
    .insertInto('customers')
    .values({ name: shown, profile_name: shown, profile_name_at: at, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('bridge_customers')
    .values({ phone_number_id: bridgeId, peer, customer_id: id, wrote_at: at })
    .execute()
  return id
}

async function nameCustomer(tx: Tx, emit: Emit, id: number, name: string, at: Date): Promise<void> {
  const shown = storable(name)
  const { rows } = await sql`
    update customers set profile_name = ${shown}, profile_name_at = ${at},
      name = case when name_set_by is null then ${shown} else name end
    where id = ${id} and profile_name is distinct from ${shown} and (profile_name_at is null or profile_name_at <= ${at})
    returning id`.execute(tx)
  if (rows.length > 0) await tellOfName(tx, emit, id)
}
