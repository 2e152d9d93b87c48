import type { Assignment } from '@parley/core/assignments/api'
import type { AgentId } from '@parley/core/ids'
import type { Reader } from '../db/write.ts'

/** Every offer of a conversation with its outcome, oldest first. */
export async function assignmentHistory(reader: Reader, conversationId: number): Promise<Assignment[]> {
  const rows = await reader
    .selectFrom('assignments as o')
    .innerJoin('agents as a', 'a.id', 'o.agent_id')
    .leftJoin('agents as b', 'b.id', 'o.by_id')
    .select(['o.id', 'o.agent_id', 'a.name as agent_name', 'o.by_id', 'b.name as by_name'])
    .select(['o.state', 'o.reason', 'o.reason_code', 'o.offered_at', 'o.ended_at'])
    .where('o.conversation_id', '=', conversationId)
    .orderBy('o.id')
    .execute()
  return rows.map(row => ({
    id: String(row.id) as Assignment['id'],
    agent_id: String(row.agent_id) as Assignment['agent_id'],
    agent_name: row.agent_name,
    by: row.by_id === null ? null : { id: String(row.by_id) as AgentId, name: row.by_name ?? '' },
    state: row.state as Assignment['state'],
    reason: row.reason,
    reason_code: row.reason_code as Assignment['reason_code'],
    offered_at: row.offered_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }))
}

/** The conversation of an agent's own ASSIGNMENT notice; null for any other id. */
export async function conversationOfNotice(
  reader: Reader,
  agentId: number,
  id: number,
): Promise<number | null> {
  const notice = await reader
    .selectFrom('notifications')
    .select('conversation_id')
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('cause', '=', 'offer')
    .executeTakeFirst()
  return notice?.conversation_id ?? null
}
