import { expect, test } from 'vitest'
import { filterFrom, listTabs, paramsOf, tabOf, withParam, withTab } from './list-filter.ts'
import type { ConversationFilter } from '@parley/core/conversations/rules'

test('[CLIST-05] the tabs are All, Active, Resolved, Dormant, in this order', () => {
  expect(listTabs.map(tab => tab.label)).toEqual(['All', 'Active', 'Resolved', 'Dormant'])
})

test.each([
  ['', {}],
  ['status=active', { status: 'ACTIVE' }],
  ['status=ARCHIVED', { status: 'ARCHIVED' }],
  ['status=open', {}],
  ['search=%20okello%20', { search: 'okello' }],
  ['search=%20', {}],
  ['assignee=none&status=dormant', { status: 'DORMANT', assigneeId: 'none' }],
  ['issues=open', { hasOpenIssues: true }],
  ['issues=none', { hasOpenIssues: false }],
  ['issues=maybe', {}],
  ['order=oldest', { order: 'oldest' }],
  ['order=newest', {}],
])('[CLIST-05 CLIST-19 Q-436] the address %j asks for %j', (address, filter) => {
  expect(filterFrom(new URLSearchParams(address))).toEqual(filter)
})

test.each([
  ['status=active&search=x', 'ALL', 'search=x'],
  ['status=archived&assignee=7&issues=open', 'ALL', ''],
  ['assignee=7&search=x', 'ALL', 'search=x'],
  ['assignee=7&search=x', 'ACTIVE', 'assignee=7&search=x&status=active'],
  ['status=active', 'ARCHIVED', 'status=archived'],
  ['status=active&order=oldest&search=x', 'ALL', 'search=x&order=oldest'],
] as const)('[CLIST-06] in %j the tab %s asks for %j', (address, chosen, asked) => {
  expect(withTab(new URLSearchParams(address), chosen).toString()).toBe(asked)
})

test('[Q-436] the usual order is not named', () => {
  const oldest = withParam(new URLSearchParams('search=newest'), 'order', 'oldest')
  expect(oldest.toString()).toBe('search=newest&order=oldest')
  expect(withParam(oldest, 'order', 'newest').toString()).toBe('search=newest')
})

test('[CLIST-19] open issues are asked for and no more', () => {
  const asked = withParam(new URLSearchParams('search=x'), 'issues', 'open')
  expect(asked.toString()).toBe('search=x&issues=open')
  expect(withParam(asked, 'issues', '').toString()).toBe('search=x')
})

test.each([
  [undefined, 'ALL'],
  ['ACTIVE', 'ACTIVE'],
  ['ARCHIVED', null],
  ['TRANSFERRED', null],
] as const)('[CLIST-05 Q-064] status %j stands under tab %s', (status, tab) => {
  expect(tabOf(status)).toBe(tab)
})

test.each<[ConversationFilter, string]>([
  [{}, 'view=7'],
  [{ status: 'DORMANT' }, 'view=7&status=dormant'],
  [{ search: 'card & form', assigneeId: 'none' }, 'view=7&search=card+%26+form&assignee=none'],
  [{ hasOpenIssues: false }, 'view=7&issues=none'],
  [{ order: 'oldest' }, 'view=7&order=oldest'],
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
