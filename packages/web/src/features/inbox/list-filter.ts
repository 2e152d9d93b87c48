import { t } from '@parley/core/text/translate'
import type { ConversationStatus } from '@parley/core/conversations/api'
import type { ConversationFilter } from '@parley/core/conversations/rules'
import { conversationStatuses } from '@parley/core/conversations/constants'

/** A tab of the list; "ALL" is no filter. */
export type ListTab = 'ALL' | 'ACTIVE' | 'RESOLVED' | 'DORMANT'

/** The tabs in their order. ARCHIVED and TRANSFERRED have none and stand under More. */
export const listTabs: readonly { readonly value: ListTab; readonly label: string }[] = [
  { value: 'ALL', label: t('All') },
  { value: 'ACTIVE', label: t('Active') },
  { value: 'RESOLVED', label: t('Resolved') },
  { value: 'DORMANT', label: t('Dormant') },
]

/** The filter that an address asks for (?status=active&search=…&assignee=…&issues=open or none&order=oldest); what is not understood is left out. */
export function filterFrom(params: URLSearchParams): ConversationFilter {
  const wanted = params.get('status')?.toUpperCase()
  const status = conversationStatuses.find(one => one === wanted)
  const search = params.get('search')?.trim()
  const assigneeId = params.get('assignee')
  const issues = params.get('issues')
  const order = params.get('order')
  return {
    ...(status && { status }),
    ...(search && { search }),
    ...(assigneeId && { assigneeId }),
    ...((issues === 'open' || issues === 'none') && { hasOpenIssues: issues === 'open' }),
    ...(order === 'oldest' && { order }),
  }
}

/** The address's parameters with one of them changed; an empty value, or the usual order, takes it out. */
export function withParam(
  params: URLSearchParams,
  name: 'status' | 'search' | 'issues' | 'order',
  value: string,
): URLSearchParams {
  const changed = new URLSearchParams(params)
  if (value === '' || (name === 'order' && value === 'newest')) changed.delete(name)
  else changed.set(name, value)
  return changed
}

/**
 * The address's parameters with a status chosen, of a tab or of More. All narrows nothing: only the words searched for and the
 * order are left.
 */
export function withTab(params: URLSearchParams, tab: ListTab | ConversationStatus): URLSearchParams {
  if (tab !== 'ALL') return withParam(params, 'status', tab.toLowerCase())
  const kept = ['search', 'order'] as const
  return kept.reduce((asked, name) => withParam(asked, name, params.get(name) ?? ''), new URLSearchParams())
}

/** Whether a status has a tab of its own. */
export const hasTab = (status: ConversationStatus): boolean => listTabs.some(tab => tab.value === status)

/** The tab of a status; null for the statuses without one. */
export const tabOf = (status: ConversationStatus | undefined): ListTab | null =>
  status === undefined ? 'ALL' : (listTabs.find(tab => tab.value === status)?.value ?? null)

/** The address's parameters that ask for a filter, as `filterFrom` reads them; `view` is the saved view that it is of. */
export function paramsOf(filter: ConversationFilter, view: string | null): URLSearchParams {
  const { status, search, assigneeId, hasOpenIssues, order } = filter
  return new URLSearchParams({
    ...(view !== null && { view }),
    ...(status && { status: status.toLowerCase() }),
    ...(search && { search }),
    ...(assigneeId && { assignee: assigneeId }),
    ...(hasOpenIssues !== undefined && { issues: hasOpenIssues ? 'open' : 'none' }),
    ...(order === 'oldest' && { order }),
  })
}
