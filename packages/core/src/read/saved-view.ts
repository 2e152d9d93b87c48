import type { SavedView } from '../api/saved-views.ts'
import { conversationStatuses } from '../words/conversations.ts'
import { viewScopes } from '../words/saved-views.ts'
import { fieldsOf, listOf, textOf, wordOf } from './value.ts'

const readFilter = (raw: unknown): SavedView['filter'] => {
  const fields = fieldsOf(raw)
  const status = wordOf(fields['status'], conversationStatuses)
  const [search, assignee_id] = [textOf(fields['search']), textOf(fields['assignee_id'])]
  const issues = fields['has_open_issues']
  return {
    ...(status !== null && { status }),
    ...(search !== null && { search }),
    ...(assignee_id !== null && { assignee_id }),
    ...(typeof issues === 'boolean' && { has_open_issues: issues }),
  }
}

const readAssignee = (raw: unknown): SavedView['assignee'] => {
  const fields = fieldsOf(raw)
  const id = textOf(fields['id'])
  if (id === null) return null
  return {
    id: id as NonNullable<SavedView['assignee']>['id'],
    name: textOf(fields['name']) ?? '',
    is_disabled: fields['is_disabled'] === true,
  }
}

/** Reads one saved view. Never throws; what is missing narrows nothing, and whose it is reads as everybody's. */
export function readSavedView(raw: unknown): SavedView {
  const fields = fieldsOf(raw)
  return {
    id: (textOf(fields['id']) ?? '') as SavedView['id'],
    name: textOf(fields['name']) ?? '',
    scope: wordOf(fields['scope'], viewScopes) ?? 'shared',
    filter: readFilter(fields['filter']),
    assignee: readAssignee(fields['assignee']),
  }
}

/** The saved views of an answer; entries without an id or a name are left out. */
export const readSavedViews = (raw: unknown): readonly SavedView[] =>
  listOf(raw)
    .map(readSavedView)
    .filter(({ id, name }) => id !== '' && name !== '')
