import { tidyTags } from '@parley/core/rules/conversation'
import { maxTags } from '@parley/core/words/conversations'
import { sql } from 'kysely'
import { toQueue } from '../assignments/hand-back.ts'
import { takeAtOnce } from '../assignments/take.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import type { Emit, Tx } from '../db/write.ts'

/** A conversation that goes on, and the one that ends in it. */
export interface Pair {
  readonly here: LockedConversation
  readonly there: LockedConversation
}

type Snooze = Pick<LockedConversation, 'snoozed_by' | 'snooze_reason'> & {
  readonly snoozed_until: string | null
}

/** What went from one conversation into another, as the table `merges` keeps it, so that it can be parted again. */
export interface Carried {
  readonly hereId: number
  readonly thereId: number
  readonly notes: readonly number[]
  readonly reminders: readonly number[]
  readonly tickets: readonly number[]
  /** With the messages that were linked to them. */
  readonly issues: readonly { readonly id: number; readonly messageIds: readonly number[] }[]
  /** The drafts, by agent, with the versions that they got. */
  readonly drafts: readonly { readonly agentId: number; readonly version: number }[]
  /** Those that were added. */
  readonly tags: readonly string[]
  /** The owner that a conversation without one got. */
  readonly ownerId: number | null
  /** Null: nothing changed. */
  readonly snooze: { readonly before: Snooze; readonly after: Snooze } | null
}

const noteTables = { notes: 'conversation_notes', reminders: 'reminders', tickets: 'tickets' } as const

/** What is over stays where it was. */
const isOpen = {
  notes: sql`true`,
  reminders: sql`done_at is null`,
  tickets: sql`resolved_at is null`,
}

/**
 * Moves what is open in a conversation to the one in which it goes on: notes with their mentions, reminders, tickets, issues,
 * drafts, tags, the owner and the snooze. What the other one has itself stays: its own owner and its own drafts. Both
 * conversations must be locked.
 */
export async function carryOpen(
  tx: Tx,
  emit: Emit,
  { here, there }: Pair,
  byId: number,
  now: Date,
): Promise<Carried> {
  const [hereId, thereId] = [here.id, there.id]
  const issues = await moveIssues(tx, thereId, hereId)
  const moved = {
    notes: await move(tx, 'notes', thereId, hereId),
    reminders: await move(tx, 'reminders', thereId, hereId),
    tickets: await move(tx, 'tickets', thereId, hereId),
  }
  await keepPriorities(tx, [hereId, thereId])
  await bringNotices(tx, emit, moved, hereId, now)
  const tags = tidyTags([...here.tags, ...there.tags]).slice(here.tags.length, maxTags)
  if (tags.length > 0) await setTags(tx, hereId, [...here.tags, ...tags])
  return {
    hereId,
    thereId,
    ...moved,
    issues,
    drafts: await moveDrafts(tx, emit, { fromId: thereId, toId: hereId }, now),
    tags,
    ownerId: await carryOwner(tx, emit, { here, there }, byId, now),
    snooze: await carrySnooze(tx, { here, there }),
  }
}

/** Moves back what was carried, as far as it is still there and nobody changed it since. Both conversations must be locked. */
export async function partOpen(tx: Tx, emit: Emit, carried: Carried, byId: number, now: Date): Promise<void> {
  const { hereId, thereId, tags, ownerId, snooze } = carried
  await movesBack(tx, emit, carried, now)
  for (const { id, messageIds } of carried.issues) {
    const back = await sql`
      update issues set conversation_id = ${thereId} where id = ${id} and conversation_id = ${hereId}
        and not exists (select 1 from messages where issue_id = ${id}) returning id`.execute(tx)
    if (back.rows.length > 0)
      await sql`update messages set issue_id = ${id} where id = any(${[...messageIds]}::bigint[])
        and conversation_id = ${thereId} and issue_id is null`.execute(tx)
  }
  const agents = carried.drafts.map(({ agentId }) => agentId)
  const versions = carried.drafts.map(({ version }) => version)
  await moveDrafts(tx, emit, { fromId: hereId, toId: thereId, only: { agents, versions } }, now)
  const { tags: standing, assignee_id: owner } = await tx
    .selectFrom('conversations')
    .select(['tags', 'assignee_id'])
    .where('id', '=', hereId)
    .executeTakeFirstOrThrow()
  if (tags.length > 0) {
    const own = standing.filter(tag => !tags.includes(tag))
    await setTags(tx, hereId, own)
  }
  if (ownerId !== null && owner === ownerId) await toQueue(tx, emit, [hereId], { fromId: ownerId, byId }, now)
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

type Moved = Readonly<Record<keyof typeof noteTables, readonly number[]>>

async function move(tx: Tx, what: keyof typeof noteTables, fromId: number, toId: number) {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(noteTables[what])} set conversation_id = ${toId}
    where conversation_id = ${fromId} and ${isOpen[what]} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function movesBack(tx: Tx, emit: Emit, carried: Carried, now: Date): Promise<void> {
  const { hereId, thereId } = carried
  for (const what of ['notes', 'reminders', 'tickets'] as const)
    await sql`
      update ${sql.table(noteTables[what])} set conversation_id = ${thereId}
      where id = any(${[...carried[what]]}::bigint[]) and conversation_id = ${hereId}`.execute(tx)
  await keepPriorities(tx, [hereId, thereId])
  await bringNotices(tx, emit, carried, thereId, now)
}

/** An issue's messages are of its own conversation: those that stay behind are linked to it no more. */
async function moveIssues(tx: Tx, fromId: number, toId: number): Promise<Carried['issues']> {
  const { rows } = await sql<{ id: number; messageIds: number[] }>`
    select i.id, array(select m.id from messages m where m.issue_id = i.id order by m.id) as "messageIds"
    from issues i where i.conversation_id = ${fromId} and i.closed_at is null order by i.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`update messages set issue_id = null where issue_id = any(${ids}::bigint[])`.execute(tx)
  await sql`update issues set conversation_id = ${toId} where id = any(${ids}::bigint[])`.execute(tx)
  return rows
}

/** The trigger that keeps them hears of status and priority alone. */
const keepPriorities = (tx: Tx, ids: readonly number[]) =>
  sql`update conversations set ticket_priority = most_urgent_ticket(id) where id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )

const setTags = (tx: Tx, id: number, tags: readonly string[]) =>
  sql`update conversations set tags = ${[...tags]}::text[] where id = ${id}`.execute(tx)

/** The notices of what moved lead to where it is. */
async function bringNotices(tx: Tx, emit: Emit, moved: Moved, toId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; agent_id: number }>`
    with moving as (
      select id from notifications where dismissed_at is null and (note_id = any(${[...moved.notes]}::bigint[])
        or reminder_id = any(${[...moved.reminders]}::bigint[]) or ticket_id = any(${[...moved.tickets]}::bigint[]))
      order by id for no key update)
    update notifications n set conversation_id = ${toId}, updated_at = ${now}
    from moving where n.id = moving.id returning n.id, n.agent_id`.execute(tx)
  for (const { id, agent_id: agentId } of rows) emit({ noun: 'notification', id, kind: 'changed', agentId })
}

interface DraftMove {
  readonly fromId: number
  readonly toId: number
  /** Those of these agents that have these versions; otherwise all. */
  readonly only?: { readonly agents: readonly number[]; readonly versions: readonly number[] }
}

/** Moves the words of drafts to where their agents have none. Pages that hold a draft of before are told of a newer one. */
async function moveDrafts(
  tx: Tx,
  emit: Emit,
  { fromId, toId, only }: DraftMove,
  now: Date,
): Promise<Carried['drafts']> {
  const wanted =
    only === undefined
      ? sql`true`
      : sql`(d.agent_id, d.version) in (
          select * from unnest(${[...only.agents]}::bigint[], ${[...only.versions]}::bigint[]))`
  const { rows } = await sql<{ agentId: number; version: number }>`
    insert into message_drafts (agent_id, conversation_id, text, version, page_id, write_no, updated_at)
    select d.agent_id, ${toId}, d.text, nextval('ids'), '', 0, ${now}::timestamptz from message_drafts d
    where d.conversation_id = ${fromId} and d.text <> '' and ${wanted}
    on conflict (agent_id, conversation_id) do update set text = excluded.text, version = excluded.version,
      page_id = '', write_no = 0, updated_at = excluded.updated_at
      where message_drafts.text = ''
    returning agent_id as "agentId", version`.execute(tx)
  await sql`
    update message_drafts set text = '', quoted_id = null, version = nextval('ids'), page_id = '', write_no = 0
    where conversation_id = ${fromId} and agent_id = any(${rows.map(({ agentId }) => agentId)}::bigint[])`.execute(
    tx,
  )
  for (const { agentId } of rows)
    for (const id of [fromId, toId]) emit({ noun: 'draft', id, kind: 'changed', agentId })
  return rows
}

/** A conversation that nobody has goes to the owner of the one that ends. */
async function carryOwner(
  tx: Tx,
  emit: Emit,
  { here, there }: Pair,
  byId: number,
  now: Date,
): Promise<number | null> {
  if (here.assignee_id !== null || there.assignee_id === null) return null
  const agent = await tx
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('id', '=', there.assignee_id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (agent === undefined) return null
  await takeAtOnce(tx, emit, here, agent, now, byId)
  return agent.id
}

/**
 * A customer who waits in the one that ends wakes the other; else what was put off there is put off here, to the earlier of both
 * times. A conversation in which somebody waits stays awake.
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
