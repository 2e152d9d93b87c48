import { expect, test } from 'vitest'
import { filterFrom, listTabs, tabOf, withParam } from './list-filter.ts'

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
])('[CLIST-05 CLIST-19] the address %j asks for %j', (address, filter) => {
  expect(filterFrom(new URLSearchParams(address))).toEqual(filter)
})

test('[CLIST-06] All takes the status out and leaves the search', () => {
  expect(withParam(new URLSearchParams('status=active&search=x'), 'status', '').toString()).toBe('search=x')
})

test.each([
  [undefined, 'ALL'],
  ['ACTIVE', 'ACTIVE'],
  ['ARCHIVED', 'ALL'],
] as const)('[CLIST-05 Q-064] status %j stands under tab %s', (status, tab) => {
  expect(tabOf(status)).toBe(tab)
})
