import { expect, test } from 'vitest'
import { tablessTotal, totalOf } from './list-total.ts'

const counts = { ACTIVE: 34, RESOLVED: 19, DORMANT: 8, ARCHIVED: 2, TRANSFERRED: 1 }

test.each([
  ['ALL', 64],
  ['ACTIVE', 34],
  ['RESOLVED', 19],
  ['DORMANT', 8],
] as const)('[CLIST-05 Q-064] tab %s counts %d', (tab, total) => {
  expect(totalOf(counts, tab)).toBe(total)
})

test('[CLIST-05] counts that are not known are not shown as zero', () => {
  expect(totalOf(null, 'ALL')).toBeUndefined()
})

test.each([
  [counts, 3],
  [{ ACTIVE: 4 }, 0],
  [null, undefined],
])('[Q-064] of %j More counts %j, so that the tabs add up to All', (of, total) => {
  expect(tablessTotal(of as typeof counts | null)).toBe(total)
})
