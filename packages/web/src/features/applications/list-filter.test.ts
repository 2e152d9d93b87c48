import { applicationStatuses } from '@parley/core/applications/constants'
import { expect, test } from 'vitest'
import {
  applicationPath,
  filterFrom,
  listTabs,
  otherStatuses,
  rangeChoices,
  tabCount,
  withParam,
} from './list-filter.ts'

test('[APPL-03 APPL-04 Q-241] five tabs; DRAFT and REJECTED have one as long as the list is narrowed to them', () => {
  const five = [
    { value: 'ALL', label: 'All' },
    { value: 'SUBMITTED', label: 'Submitted' },
    { value: 'PENDING_DOCUMENTS', label: 'Pending Docs' },
    { value: 'UNDER_REVIEW', label: 'Under Review' },
    { value: 'APPROVED', label: 'Approved' },
  ]
  expect(listTabs(undefined)).toEqual(five)
  expect(listTabs('APPROVED')).toEqual(five)
  expect(listTabs('DRAFT')).toEqual([...five, { value: 'DRAFT', label: 'Draft' }])
  expect(listTabs('REJECTED')).toEqual([...five, { value: 'REJECTED', label: 'Rejected' }])
})

test('[Q-241] the statuses without a tab are chosen beside the tabs, with how many there are', () => {
  expect(otherStatuses(null).map(({ label }) => label)).toEqual(['Other statuses', 'Draft', 'Rejected'])
  expect(otherStatuses({ SUBMITTED: 3, REJECTED: 4 })).toEqual([
    { value: 'ALL', label: 'Other statuses' },
    { value: 'DRAFT', label: 'Draft (0)' },
    { value: 'REJECTED', label: 'Rejected (4)' },
  ])
  const tabs = new Set([...listTabs(undefined), ...otherStatuses(null)].map(({ value }) => value))
  expect([...tabs].toSorted()).toEqual(['ALL', ...applicationStatuses].toSorted())
})

test('[APPL-05 Q-126] four ranges, with what the last two mean', () => {
  expect(rangeChoices.map(({ label }) => label)).toEqual(['All Time', 'Today', 'This Week', 'This Month'])
  expect(rangeChoices.slice(2).map(({ hint }) => hint)).toEqual(['last 7 days', 'last month'])
})

test.each([
  ['', {}],
  ['status=approved&range=week&search=+Okello+', { status: 'APPROVED', range: 'WEEK', search: 'Okello' }],
  ['status=gone&range=year&search=', {}],
  ['status=REJECTED', { status: 'REJECTED' }],
])('the address ?%s asks for %j', (address, filter) => {
  expect(filterFrom(new URLSearchParams(address))).toEqual(filter)
})

test.each([
  ['range=week', 'status', 'APPROVED', 'range=week&status=approved'],
  ['status=approved&range=week', 'status', 'ALL', 'range=week'],
  ['search=a', 'search', 'CM91', 'search=CM91'],
  ['search=a', 'search', '', ''],
] as const)('?%s with %s %j is ?%s', (before, name, value, after) => {
  expect(withParam(new URLSearchParams(before), name, value).toString()).toBe(after)
})

test('the tabs count by status, All everything, and nothing while it is not known', () => {
  const counts = { DRAFT: 1, SUBMITTED: 2, REJECTED: 4 }
  expect(listTabs('REJECTED').map(({ value }) => tabCount(counts, value))).toEqual([7, 2, 0, 0, 0, 4])
  expect(tabCount(null, 'ALL')).toBeUndefined()
})

test('[ROUTE-07 ROUTE-09] an application has an address by its kind', () => {
  expect(applicationPath({ kind: 'ipp', id: '7' })).toBe('/applications/7')
  expect(applicationPath({ kind: 'lib', id: 'a/b' })).toBe('/lib-applications/a%2Fb')
})
