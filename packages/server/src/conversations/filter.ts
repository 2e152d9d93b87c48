import { type RawBuilder, sql } from 'kysely'
import type { ConversationState } from '@parley/core/conversations/api'
import type { Queue } from '@parley/core/conversations/constants'
import { readSearch } from '@parley/core/search/rules'
import type { Reader } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'
import { isInQueue } from './queue.ts'
import { findConversations, type Found } from './search.ts'

/** `assigneeId` "none": unassigned. */
export interface ListFilter {
  readonly status?: ConversationState['status'] | undefined
  /** From `findConversations`. */
  readonly found?: Found | undefined
  readonly assigneeId?: number | 'none' | undefined
  /** With, or without, an unresolved issue. */
  readonly hasOpenIssues?: boolean | undefined
  readonly queue?: Queue | undefined
  /** An agent with unseen mentions in notes. */
  readonly mentionedId?: number | undefined
  readonly visibility: VisibilityScope
}

const openIssue = sql`exists (select 1 from issues i where i.conversation_id = c.id and i.status <> 'RESOLVED')`

/** The filter without its status, of the conversation `c`. */
export const narrow = ({
  found,
  assigneeId,
  hasOpenIssues,
  queue,
  mentionedId,
  visibility,
}: Omit<ListFilter, 'status'>): RawBuilder<unknown> => {
  const parts = [isVisible(visibility)]
  if (assigneeId === 'none') parts.push(sql`c.assignee_id is null`)
  else if (assigneeId !== undefined) parts.push(sql`c.assignee_id = ${assigneeId}`)
  if (hasOpenIssues !== undefined) parts.push(hasOpenIssues ? openIssue : sql`not ${openIssue}`)
  if (queue !== undefined) parts.push(isInQueue(queue))
  if (mentionedId !== undefined) parts.push(isMentioned(mentionedId))
  if (found !== undefined) parts.push(found.where)
  return sql.join(parts, sql` and `)
}

/** The filter as a call names it. */
interface AskedFilter {
  readonly status?: ConversationState['status'] | undefined
  readonly search?: string | undefined
  /** An agent's id, or "none". An unknown id matches nothing. */
  readonly assignee_id?: string | undefined
  readonly has_open_issues?: boolean | undefined
}

/** Prepares the filter's search. */
export async function filterAsked(
  reader: Reader,
  { status, search: typed, assignee_id: assignee, has_open_issues: hasOpenIssues }: AskedFilter,
  visibility: ListFilter['visibility'],
): Promise<ListFilter> {
  const search = readSearch(typed ?? '')
  return {
    status,
    found: search === null ? undefined : await findConversations(reader, search),
    assigneeId: assignee === undefined || assignee === 'none' ? assignee : (idOf(assignee) ?? 0),
    hasOpenIssues,
    visibility,
  }
}

type Sql = RawBuilder<unknown>

const unseen = (agentId: number): Sql => sql`
  note_mentions m join conversation_notes n on n.id = m.note_id where m.agent_id = ${agentId} and m.seen_at is null`

/** Whether notes in the conversation `c` mention an agent who has not seen the mention. */
const isMentioned = (agentId: number): Sql => sql`
  c.id = any(array(select n.conversation_id from ${unseen(agentId)}))`

const mentionedAt = (agentId: number, id: Sql): Sql => sql`(
  select max(m.at) from ${unseen(agentId)} and n.conversation_id = ${id})`

/** Core's `orderOf` for the conversations `c` that mention an agent. */
export const mentionOrder = (agentId: number): Sql => sql`${mentionedAt(agentId, sql`c.id`)} desc, c.id desc`

/** A page in that order, after one conversation or from the first. One agent has few mentions, so no index is needed. */
export function mentionPage(agentId: number, where: Sql, after: number | undefined, limit: number): Sql {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(${mentionedAt(agentId, sql`c.id`)}, c.id) < (${mentionedAt(agentId, sql`${after}::bigint`)}, ${after}::bigint)`
  return sql`
    select c.* from conversations c where ${where} and ${behind} order by ${mentionOrder(agentId)} limit ${sql.lit(limit)}`
}
