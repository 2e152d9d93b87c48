import { t } from '../text/translate.ts'
import type { SavedFilter } from './api.ts'
import type { ConversationFilter } from '../conversations/rules.ts'
import { fold } from '../text/fold.ts'
import { matchesPhone, readSearch } from '../search/rules.ts'

/** The part of a list's filter that a view stores; other filters are not part of a view. */
export const savedFilterOf = ({
  status,
  search,
  assigneeId,
  hasOpenIssues,
}: ConversationFilter): SavedFilter => ({
  ...(status !== undefined && { status }),
  ...(search !== undefined && { search }),
  ...(assigneeId !== undefined && { assignee_id: assigneeId }),
  ...(hasOpenIssues !== undefined && { has_open_issues: hasOpenIssues }),
})

/** The list's filter of a view. */
export const filterOfView = ({
  status,
  search,
  assignee_id: assigneeId,
  has_open_issues: hasOpenIssues,
}: SavedFilter): ConversationFilter => ({
  ...(status !== undefined && { status }),
  ...(search !== undefined && { search }),
  ...(assigneeId !== undefined && { assigneeId }),
  ...(hasOpenIssues !== undefined && { hasOpenIssues }),
})

/** Whether two filters are equal, in any order of their fields. */
export const isSameFilter = (a: SavedFilter, b: SavedFilter): boolean =>
  a.status === b.status &&
  a.search === b.search &&
  a.assignee_id === b.assignee_id &&
  a.has_open_issues === b.has_open_issues

interface Named {
  readonly filter: SavedFilter
  readonly assignee: { readonly name: string; readonly is_disabled: boolean } | null
}

/** The missing or disabled agent in a view's filter, as one sentence; the view still works. Null: nothing is missing. */
export function goneInView({ filter, assignee }: Named): string | null {
  if (filter.assignee_id === undefined || filter.assignee_id === 'none') return null
  if (assignee === null) return t('The agent whose conversations this view shows is not there any more')
  return assignee.is_disabled
    ? t('{name}, whose conversations this view shows, is disabled', { name: assignee.name })
    : null
}

/** The identity of a customer. */
export interface Known {
  readonly name: string | null
  /** In the international form, with its plus. */
  readonly phones: readonly string[]
  /** The customer number, as written. */
  readonly customerNumber: string | null
}

/** A search with this many digits is a person's number; one with fewer may be any number. */
const fewestDigits = 6

/** Whether a search identifies a customer: a word of their name, their number in any spelling, or their customer number. */
export function searchNames(typed: string, { name, phones, customerNumber }: Known): boolean {
  const search = readSearch(typed)
  if (search === null) return false
  const names = name === null ? [] : fold(name).split(' ')
  if (search.words.some(word => names.includes(word))) return true
  if (customerNumber !== null && search.words.includes(fold(customerNumber))) return true
  const isNumber = search.text.replace(/\D/g, '').length >= fewestDigits
  return isNumber && phones.some(phone => matchesPhone(search, phone))
}
