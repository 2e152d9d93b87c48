import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '@parley/core/errors'
import {
  afterWrite,
  type DraftStep,
  type DraftWords,
  isEndedBySend,
  isNothing,
  noWords,
  type StoredDraft,
} from '@parley/core/messages/drafts'
import { lockConversation } from '../../conversations/lock.ts'
import { type Tx, type TxContext, write, type Writer } from '../../db/write.ts'
import type { Carry, Way } from '../../descriptor.ts'
import { quotedBy } from '../quotes.ts'
import { draftAt, type DraftPlace } from './queries.ts'

/** The conversation must be locked. */
async function storedDraft(tx: Tx, { agentId, conversationId }: DraftPlace): Promise<StoredDraft | null> {
  const row = await tx
    .selectFrom('message_drafts')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { text, version, page_id: pageId, write_no: no, quoted_id: quotedId } = row
  return { text, quotedId: quotedId === null ? null : String(quotedId), version, pageId, no }
}

/** Stores a draft with a new version. Only its agent's pages get the event. */
async function storeDraft(
  { tx, publish, now }: TxContext,
  { agentId, conversationId }: DraftPlace,
  { text, quotedId, pageId, no }: DraftWords & Pick<StoredDraft, 'pageId' | 'no'>,
): Promise<void> {
  await sql`insert into message_drafts as kept
      (agent_id, conversation_id, text, quoted_id, version, page_id, write_no, updated_at)
    values (${agentId}, ${conversationId}, ${text}, ${quotedId}::bigint, nextval('ids'), ${pageId}, ${no}, ${now})
    on conflict (agent_id, conversation_id) do update set text = excluded.text, quoted_id = excluded.quoted_id,
      version = excluded.version, page_id = excluded.page_id, write_no = excluded.write_no,
      updated_at = excluded.updated_at`.execute(tx)
  publish({ noun: 'draft', id: conversationId, kind: 'changed', agentId })
}

/** Stores a page's newest step that changed no words. */
async function noteStep(
  tx: Tx,
  { agentId, conversationId }: DraftPlace,
  { pageId, no }: Pick<StoredDraft, 'pageId' | 'no'>,
): Promise<void> {
  await tx
    .updateTable('message_drafts')
    .set({ page_id: pageId, write_no: no })
    .where('agent_id', '=', agentId)
    .where('conversation_id', '=', conversationId)
    .execute()
}

/**
 * Stores a draft, unless another page or a later step of this page wrote since.
 * @throws ApiError conversation.not-found, customer.erased, input.invalid, draft.changed with the stored draft
 */
export const writeDraft = (
  writer: Writer,
  place: DraftPlace,
  written: DraftStep & DraftWords,
): Promise<void> =>
  write(writer, async context => {
    const { tx } = context
    await lockConversation(tx, place.conversationId)
    const stored = await storedDraft(tx, place)
    const outcome = afterWrite(stored, written)
    if (outcome === 'stale') {
      throw new ApiError('draft.changed', {}, undefined, { current: await draftAt(tx, place) })
    }
    // An unchanged draft takes this step only if this page wrote it.
    if (outcome === 'same' && stored?.pageId === written.pageId) await noteStep(tx, place, written)
    if (outcome === 'same') return
    const quotedId = await quotedBy(tx, place.conversationId, written.quotedId)
    const words = { ...written, quotedId: quotedId === null ? null : String(quotedId) }
    await storeDraft(context, place, words)
  })

/**
 * Ends the draft of a sent message, in the message's transaction. An empty row stays, or is made, so that an earlier write
 * of the page that arrives later is refused. The conversation must be locked.
 */
export async function endSentDraft(context: TxContext, place: DraftPlace, sent: DraftStep): Promise<void> {
  const { tx } = context
  const stored = await storedDraft(tx, place)
  if (!isEndedBySend(stored, sent)) return
  if (stored !== null && isNothing(stored)) await noteStep(tx, place, sent)
  else await storeDraft(context, place, { ...noWords, ...sent })
}

/** Empties drafts. Answers how many. */
async function forget({ tx, publish }: TxContext, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ agent_id: number; conversation_id: number }>`
    update message_drafts set text = '', quoted_id = null, version = nextval('ids'), page_id = '', write_no = 0
    where (agent_id, conversation_id) in (${which}) returning agent_id, conversation_id`.execute(tx)
  for (const { agent_id: agentId, conversation_id: id } of rows)
    publish({ noun: 'draft', id, kind: 'changed', agentId })
  return rows.length
}

/** Empties every draft of an erased customer. The conversations must be locked. */
export const forgetDraftsIn = (context: TxContext, conversationIds: readonly number[]): Promise<number> =>
  forget(
    context,
    sql`select agent_id, conversation_id from message_drafts
      where conversation_id = any(${[...conversationIds]}::bigint[])`,
  )

/** Empties old drafts, at most so many. */
export const forgetDraftsBefore = (context: TxContext, before: Date, most: number): Promise<number> =>
  forget(
    context,
    sql`select agent_id, conversation_id from message_drafts
      where updated_at < ${before} and (text <> '' or quoted_id is not null)
      order by agent_id, conversation_id limit ${most} for update skip locked`,
  )

interface Moved {
  readonly agentId: number
  /** The draft's new version. */
  readonly version: number
}

/** Moves drafts to a conversation in which their agents have none. */
async function move(
  { tx, publish, now }: TxContext,
  { fromId, toId }: Way,
  which: RawBuilder<unknown>,
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
    for (const id of [fromId, toId]) publish({ noun: 'draft', id, kind: 'changed', agentId })
  return rows
}

export const movedDrafts: Carry<readonly Moved[]> = {
  carry: (context, way) => move(context, way, sql`true`),
  async part(context, way, moved) {
    const agents = moved.map(({ agentId }) => agentId)
    const versions = moved.map(({ version }) => version)
    const unchanged = sql`(d.agent_id, d.version) in (
      select * from unnest(${agents}::bigint[], ${versions}::bigint[]))`
    await move(context, way, unchanged)
  },
}
