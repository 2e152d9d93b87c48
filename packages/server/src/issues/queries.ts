import type { AgentId, ConversationId, IssueId, MessageId } from '@parley/core/ids'
import type { Issue } from '@parley/core/issues/api'
import { issueNotFound } from '@parley/core/issues/rules'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { IssuesTable } from '../db/database.ts'
import type { Reader } from '../db/write.ts'

interface Joined extends Selectable<IssuesTable> {
  agent_name: string
  message_ids: string[]
}

const issueOf = (row: Joined): Issue => ({
  id: String(row.id) as IssueId,
  conversation_id: String(row.conversation_id) as ConversationId,
  title: row.title,
  description: row.description,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
  // The columns' checks have the same values.
  status: row.status as Issue['status'],
  priority: row.priority as Issue['priority'],
  category: row.category as Issue['category'],
  assigned_agent: { id: String(row.assigned_agent_id) as AgentId, name: row.agent_name },
  resolution_summary: row.resolution_summary,
  resolution_time: row.resolution_minutes,
  reopen_reason: row.reopen_reason,
  attached_messages: row.message_ids as MessageId[],
})

/** Newest first. */
async function issuesWhere(reader: Reader, where: RawBuilder<unknown>): Promise<Issue[]> {
  const { rows } = await sql<Joined>`
    select i.*, a.name as agent_name,
      array(select m.id::text from messages m where m.issue_id = i.id order by m.id) as message_ids
    from issues i join agents a on a.id = i.assigned_agent_id
    where ${where} order by i.created_at desc, i.id desc`.execute(reader)
  return rows.map(issueOf)
}

/** @throws ApiError issue.not-found */
export async function issueById(reader: Reader, id: number): Promise<Issue> {
  const [issue] = await issuesWhere(reader, sql`i.id = ${id}`)
  if (issue === undefined) throw issueNotFound(id)
  return issue
}

/** A conversation's issues, newest first. */
export const issuesOfConversation = (reader: Reader, conversationId: number): Promise<Issue[]> =>
  issuesWhere(reader, sql`i.conversation_id = ${conversationId}`)
