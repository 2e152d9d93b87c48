import { expect, test } from 'vitest'
import { totalOf } from './list-total.ts'

const counts = { ACTIVE: 34, RESOLVED: 19, DORMANT: 8, ARCHIVED: 2, TRANSFERRED: 1 }

test.each([
  ['ALL', 64],
  ['ACTIVE', 34],
  ['RESOLVED', 19],
  ['DORMANT', 8],
] as const)('[CLIST-05 Q-064] tab %s counts %d; archived and transferred stand under All', (tab, total) => {
  expect(totalOf(counts, tab)).toBe(total)
})

test('[CLIST-05] counts that are not known are not shown as zero', () => {
  expect(totalOf(null, 'ALL')).toBeUndefined()
})
