import type { ConversationStatus } from '@parley/core/api/conversations'
import type { ConversationFilter } from '@parley/core/rules/conversation'
import { conversationStatuses } from '@parley/core/words/conversations'

/** A tab of the list; "ALL" is no filter. */
export type ListTab = 'ALL' | 'ACTIVE' | 'RESOLVED' | 'DORMANT'

/** The tabs in their order. ARCHIVED and TRANSFERRED have none and stand under All. */
export const listTabs: readonly { readonly value: ListTab; readonly label: string }[] = [
  { value: 'ALL', label: 'All' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'RESOLVED', label: 'Resolved' },
  { value: 'DORMANT', label: 'Dormant' },
]

/** The filter that an address asks for (?status=active&search=…&assignee=…); what is not understood is left out. */
export function filterFrom(params: URLSearchParams): ConversationFilter {
  const wanted = params.get('status')?.toUpperCase()
  const status = conversationStatuses.find(one => one === wanted)
  const search = params.get('search')?.trim()
  const assigneeId = params.get('assignee')
  return { ...(status && { status }), ...(search && { search }), ...(assigneeId && { assigneeId }) }
}

/** The address's parameters with one of them changed; an empty value takes it out. */
export function withParam(
  params: URLSearchParams,
  name: 'status' | 'search',
  value: string,
): URLSearchParams {
  const changed = new URLSearchParams(params)
  if (value === '') changed.delete(name)
  else changed.set(name, value)
  return changed
}

/** The tab of a status; All for the statuses without one. */
export const tabOf = (status: ConversationStatus | undefined): ListTab =>
  listTabs.find(tab => tab.value === status)?.value ?? 'ALL'
