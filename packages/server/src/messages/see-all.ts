import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** Nothing in these conversations is unread for anybody any more: what was, cannot be read there. They must be locked. */
export async function seeAll(tx: Tx, emit: Emit, conversations: readonly number[]): Promise<void> {
  const { rows } = await sql<{ agent_id: number; conversation_id: number }>`
    insert into marks (agent_id, conversation_id, seen_no)
    select a.id, c.id, c.inbound_no from agents a cross join conversations c
    where c.id = any(${conversations}::bigint[]) and c.inbound_no > 0
    on conflict (agent_id, conversation_id) do update set seen_no = excluded.seen_no
      where marks.seen_no < excluded.seen_no
    returning agent_id, conversation_id`.execute(tx)
  for (const { agent_id: agentId, conversation_id: id } of rows)
    emit({ noun: 'mark', id, kind: 'changed', agentId })
}
