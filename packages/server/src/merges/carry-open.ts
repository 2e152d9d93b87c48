import { tidyTags } from '@parley/core/conversations/rules'
import { maxTags } from '@parley/core/conversations/constants'
import { sql } from 'kysely'
import { toQueue } from '../assignments/hand-back.ts'
import { takeAtOnce } from '../assignments/take.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { carries } from '../resources.ts'

/** `here` continues, and `there` is archived. */
export interface Pair {
  readonly here: LockedConversation
  readonly there: LockedConversation
}

type Snooze = Pick<LockedConversation, 'snoozed_by' | 'snooze_reason'> & {
  readonly snoozed_until: string | null
}

/** The work that moved between two conversations, as the table `merges` stores it for an undo. */
export interface Carried {
  readonly hereId: number
  readonly thereId: number
  /** The added tags. */
  readonly tags: readonly string[]
  /** The owner that an unassigned conversation got. */
  readonly ownerId: number | null
  /** Null: nothing changed. */
  readonly snooze: { readonly before: Snooze; readonly after: Snooze } | null
  /** By resource, the result of its `carry`. */
  readonly [resource: string]: unknown
}

/**
 * Moves open work to the conversation that continues: the resources' rows, tags, owner and snooze. That conversation's own
 * owner and drafts stay. Both conversations must be locked.
 */
export async function carryOpen(context: TxContext, { here, there }: Pair, byId: number): Promise<Carried> {
  const { tx } = context
  const [hereId, thereId] = [here.id, there.id]
  const moved: Record<string, unknown> = {}
  for (const [name, one] of carries) moved[name] = await one.carry(context, { fromId: thereId, toId: hereId })
  const tags = tidyTags([...here.tags, ...there.tags]).slice(here.tags.length, maxTags)
  if (tags.length > 0) await setTags(tx, hereId, [...here.tags, ...tags])
  return {
    ...moved,
    hereId,
    thereId,
    tags,
    ownerId: await carryOwner(context, { here, there }, byId),
    snooze: await carrySnooze(tx, { here, there }),
  }
}

/** Moves work back, as far as nobody changed it since. Both conversations must be locked. */
export async function partOpen(context: TxContext, carried: Carried, byId: number): Promise<void> {
  const { tx, now } = context
  const { hereId, thereId, tags, ownerId, snooze } = carried
  for (const [name, one] of carries) await one.part(context, { fromId: hereId, toId: thereId }, carried[name])
  const { tags: standing, assignee_id: owner } = await tx
    .selectFrom('conversations')
    .select(['tags', 'assignee_id'])
    .where('id', '=', hereId)
    .executeTakeFirstOrThrow()
  if (tags.length > 0)
    await setTags(
      tx,
      hereId,
      standing.filter(tag => !tags.includes(tag)),
    )
  if (ownerId !== null && owner === ownerId) await toQueue(context, [hereId], { fromId: ownerId, byId })
  if (snooze !== null) {
    const { before, after } = snooze
    await sql`
      update conversations set snoozed_until = ${before.snoozed_until}::timestamptz, snoozed_by = ${before.snoozed_by},
        snooze_reason = ${before.snooze_reason}
      where id = ${hereId} and status = 'ACTIVE' and snoozed_until is not distinct from ${after.snoozed_until}::timestamptz
        and (${before.snoozed_until}::timestamptz is null or ${before.snoozed_until}::timestamptz > ${now})`.execute(
      tx,
    )
  }
}

const setTags = (tx: Tx, id: number, tags: readonly string[]) =>
  sql`update conversations set tags = ${[...tags]}::text[] where id = ${id}`.execute(tx)

/** An unassigned conversation gets the owner of the archived one. */
async function carryOwner(context: TxContext, { here, there }: Pair, byId: number): Promise<number | null> {
  if (here.assignee_id !== null || there.assignee_id === null) return null
  const agent = await context.tx
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('id', '=', there.assignee_id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (agent === undefined) return null
  await takeAtOnce(context, here, agent, byId)
  return agent.id
}

/**
 * A wait in the archived conversation ends a snooze here. Else the earlier of both snoozes holds here. A conversation with a
 * waiting customer gets no snooze.
 */
async function carrySnooze(tx: Tx, { here, there }: Pair): Promise<Carried['snooze']> {
  const before = snoozeOf(here)
  const after = snoozeAfter(here, there)
  if (after.snoozed_until === before.snoozed_until) return null
  await sql`
    update conversations set snoozed_until = ${after.snoozed_until}::timestamptz, snoozed_by = ${after.snoozed_by},
      snooze_reason = ${after.snooze_reason} where id = ${here.id}`.execute(tx)
  return { before, after }
}

function snoozeAfter(here: LockedConversation, there: LockedConversation): Snooze {
  const isAwake = ({ snoozed_until: until, human_wait_started_at: wait }: LockedConversation) =>
    until === null && wait !== null
  if (isAwake(here) || here.status !== 'ACTIVE' || here.with_bot || there.snoozed_until === null)
    return isAwake(there) ? snoozeOf(null) : snoozeOf(here)
  const isEarlier = here.snoozed_until === null || there.snoozed_until < here.snoozed_until
  return snoozeOf(isEarlier ? there : here)
}

const snoozeOf = (row: LockedConversation | null): Snooze => ({
  snoozed_until: row?.snoozed_until?.toISOString() ?? null,
  snoozed_by: row?.snoozed_by ?? null,
  snooze_reason: row?.snooze_reason ?? null,
})
