import { type RawBuilder, sql } from 'kysely'
import type { Emit, Tx } from '../../db/write.ts'

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
