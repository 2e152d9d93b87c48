import { expect, test } from 'vitest'
import { filterFrom, withParam } from './list-filter.ts'

test.each([
  ['', { status: 'OPEN', assigneeId: '3' }],
  ['agent=any', { status: 'OPEN' }],
  ['agent=none&status=any', { assigneeId: 'none' }],
  ['agent=12&status=waiting_on_customer', { status: 'WAITING_ON_CUSTOMER', assigneeId: '12' }],
  ['status=done&priority=soon', { status: 'OPEN', assigneeId: '3' }],
  ['priority=high&search=+late+', { status: 'OPEN', priority: 'HIGH', assigneeId: '3', search: 'late' }],
])('[Q-227] the address "%s" asks for %j', (address, filter) => {
  expect(filterFrom(new URLSearchParams(address), '3')).toEqual(filter)
})

test.each([
  ['', 'status', 'any', 'status=any'],
  ['status=any', 'status', 'open', ''],
  ['agent=any', 'agent', 'me', ''],
  ['', 'agent', 'any', 'agent=any'],
  ['priority=high', 'priority', 'any', ''],
  ['search=late', 'search', '', ''],
] as const)('[Q-227] "%s" with %s %s is "%s"', (before, name, value, after) => {
  expect(String(withParam(new URLSearchParams(before), name, value))).toBe(after)
})
