import type { ConversationFilter } from '@parley/core/conversations/rules'

/** The address's parameters that ask for a filter, as `filterFrom` reads them; `view` is the saved view that it is of. */
export function paramsOf(filter: ConversationFilter, view: string | null): URLSearchParams {
  const { status, search, assigneeId, hasOpenIssues } = filter
  return new URLSearchParams({
    ...(view !== null && { view }),
    ...(status && { status: status.toLowerCase() }),
    ...(search && { search }),
    ...(assigneeId && { assignee: assigneeId }),
    ...(hasOpenIssues !== undefined && { issues: hasOpenIssues ? 'open' : 'none' }),
  })
}
