import type { ConversationState } from '@parley/core/conversations/api'
import { readSearch } from '@parley/core/search/rules'
import type { Reader } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import type { ListFilter } from './filter.ts'
import { findConversations } from './search.ts'

/** What the list is asked to be narrowed to, as it came. */
export interface AskedFilter {
  readonly status?: ConversationState['status'] | undefined
  readonly search?: string | undefined
  /** An agent's id, "none", or an id that nobody has, which then matches nothing. */
  readonly assignee_id?: string | undefined
  readonly has_open_issues?: boolean | undefined
}

/** The list's filter of what was asked; its search is prepared. */
export async function filterAsked(
  reader: Reader,
  { status, search: typed, assignee_id: assignee, has_open_issues: hasOpenIssues }: AskedFilter,
  sight: ListFilter['sight'],
): Promise<ListFilter> {
  const search = readSearch(typed ?? '')
  return {
    status,
    found: search === null ? undefined : await findConversations(reader, search),
    assigneeId: assignee === undefined || assignee === 'none' ? assignee : (idOf(assignee) ?? 0),
    hasOpenIssues,
    sight,
  }
}
