import type { ConversationState } from '@parley/core/conversations/api'
import type { Queue } from '@parley/core/conversations/constants'
import { type RawBuilder, sql } from 'kysely'
import { isInSight, type Sight } from '../sight/queries.ts'
import { isMentioned } from './mentioned.ts'
import { isInQueue } from './queue.ts'
import type { Found } from './search.ts'

/** What narrows the list; `assigneeId` "none" means nobody. */
export interface ListFilter {
  readonly status?: ConversationState['status'] | undefined
  /** What a search finds; `findConversations` prepares it. */
  readonly found?: Found | undefined
  readonly assigneeId?: number | 'none' | undefined
  /** With an issue that is not resolved, or without any such. */
  readonly hasOpenIssues?: boolean | undefined
  /** What there is to do, in its order. */
  readonly queue?: Queue | undefined
  /** Whom notes mention, and who has not seen it since. */
  readonly mentionedId?: number | undefined
  /** Whose sight bounds it. */
  readonly sight: Sight
}

const openIssue = sql`exists (select 1 from issues i where i.conversation_id = c.id and i.status <> 'RESOLVED')`

/** The filter without its status, of the conversation `c`. */
export const narrow = ({
  found,
  assigneeId,
  hasOpenIssues,
  queue,
  mentionedId,
  sight,
}: Omit<ListFilter, 'status'>): RawBuilder<unknown> => {
  const parts = [isInSight(sight)]
  if (assigneeId === 'none') parts.push(sql`c.assignee_id is null`)
  else if (assigneeId !== undefined) parts.push(sql`c.assignee_id = ${assigneeId}`)
  if (hasOpenIssues !== undefined) parts.push(hasOpenIssues ? openIssue : sql`not ${openIssue}`)
  if (queue !== undefined) parts.push(isInQueue(queue))
  if (mentionedId !== undefined) parts.push(isMentioned(mentionedId))
  if (found !== undefined) parts.push(found.where)
  return sql.join(parts, sql` and `)
}
