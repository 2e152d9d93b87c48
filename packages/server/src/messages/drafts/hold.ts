import type { DraftWords, StoredDraft } from '@parley/core/messages/drafts'
import { sql } from 'kysely'
import type { Emit, Tx } from '../../db/write.ts'

/** Whose draft it is, and where. */
export interface DraftPlace {
  readonly agentId: number
  readonly conversationId: number
}

/** The draft as it is stored. The conversation must be locked: that is what its drafts are written under. */
export async function storedDraft(
  tx: Tx,
  { agentId, conversationId }: DraftPlace,
): Promise<StoredDraft | null> {
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

/** Stores a draft under a version of its own; its agent's pages are told, and nobody else. */
export async function storeDraft(
  tx: Tx,
  emit: Emit,
  { agentId, conversationId }: DraftPlace,
  { text, quotedId, pageId, no }: DraftWords & Pick<StoredDraft, 'pageId' | 'no'>,
  now: Date,
): Promise<void> {
  await sql`insert into message_drafts as kept
      (agent_id, conversation_id, text, quoted_id, version, page_id, write_no, updated_at)
    values (${agentId}, ${conversationId}, ${text}, ${quotedId}::bigint, nextval('ids'), ${pageId}, ${no}, ${now})
    on conflict (agent_id, conversation_id) do update set text = excluded.text, quoted_id = excluded.quoted_id,
      version = excluded.version, page_id = excluded.page_id, write_no = excluded.write_no,
      updated_at = excluded.updated_at`.execute(tx)
  emit({ noun: 'draft', id: conversationId, kind: 'changed', agentId })
}

/** Notes the newest step of a page that changed no words. */
export async function noteStep(
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
