import { type RawBuilder, sql } from 'kysely'
import type { Emit, Tx } from '../../db/write.ts'
import type { Carry, Way } from '../../descriptor.ts'

/** Drafts lose their words, and the pages of their agents are told. Answers how many. */
async function forget(tx: Tx, emit: Emit, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ agent_id: number; conversation_id: number }>`
    update message_drafts set text = '', quoted_id = null, version = nextval('ids'), page_id = '', write_no = 0
    where (agent_id, conversation_id) in (${which}) returning agent_id, conversation_id`.execute(tx)
  for (const { agent_id: agentId, conversation_id: id } of rows)
    emit({ noun: 'draft', id, kind: 'changed', agentId })
  return rows.length
}

/** What anybody began to say to a customer who is erased. The conversations must be locked. */
export const forgetDraftsIn = (tx: Tx, emit: Emit, conversationIds: readonly number[]): Promise<number> =>
  forget(
    tx,
    emit,
    sql`select agent_id, conversation_id from message_drafts
      where conversation_id = any(${[...conversationIds]}::bigint[])`,
  )

/** Those that nobody has touched since a moment, at most so many. */
export const forgetDraftsBefore = (tx: Tx, emit: Emit, before: Date, most: number): Promise<number> =>
  forget(
    tx,
    emit,
    sql`select agent_id, conversation_id from message_drafts
      where updated_at < ${before} and (text <> '' or quoted_id is not null)
      order by agent_id, conversation_id limit ${most} for update skip locked`,
  )

interface Moved {
  readonly agentId: number
  /** The version that the draft got. */
  readonly version: number
}

/** Moves the words of drafts to where their agents have none. Pages that hold an older draft are told of a newer one. */
async function move(
  tx: Tx,
  emit: Emit,
  { fromId, toId }: Way,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<readonly Moved[]> {
  const { rows } = await sql<Moved>`
    insert into message_drafts (agent_id, conversation_id, text, version, page_id, write_no, updated_at)
    select d.agent_id, ${toId}, d.text, nextval('ids'), '', 0, ${now}::timestamptz from message_drafts d
    where d.conversation_id = ${fromId} and d.text <> '' and ${which}
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

/** The other conversation's own drafts stay. */
export const movedDrafts: Carry<readonly Moved[]> = {
  carry: (tx, emit, way, now) => move(tx, emit, way, sql`true`, now),
  async part(tx, emit, way, moved, now) {
    const agents = moved.map(({ agentId }) => agentId)
    const versions = moved.map(({ version }) => version)
    const unchanged = sql`(d.agent_id, d.version) in (
      select * from unnest(${agents}::bigint[], ${versions}::bigint[]))`
    await move(tx, emit, way, unchanged, now)
  },
}
