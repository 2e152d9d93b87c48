import type { ConversationFilter } from '@parley/core/conversations/rules'
import { expect, test } from 'vitest'
import { paramsOf } from './list-address.ts'
import { filterFrom } from './list-filter.ts'

test.each<[ConversationFilter, string]>([
  [{}, 'view=7'],
  [{ status: 'DORMANT' }, 'view=7&status=dormant'],
  [{ search: 'card & form', assigneeId: 'none' }, 'view=7&search=card+%26+form&assignee=none'],
  [{ hasOpenIssues: false }, 'view=7&issues=none'],
  [
    { status: 'ACTIVE', hasOpenIssues: true, assigneeId: '12' },
    'view=7&status=active&assignee=12&issues=open',
  ],
])('[Q-238] the address of a view of %j is %s, and is read as that filter', (filter, address) => {
  const params = paramsOf(filter, '7')
  expect(params.toString()).toBe(address)
  expect(filterFrom(params)).toEqual(filter)
  expect(paramsOf(filter, null).has('view')).toBe(false)
})
