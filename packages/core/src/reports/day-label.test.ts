import { expect, test } from 'vitest'
import { dayLabel, rangeLabel, shortDayLabel } from './period.ts'

test.each([
  [{ from: '2026-11-01', to: '2026-11-21' }, 'Thu, Nov 19', 'Nov 19'],
  [{ from: '2025-11-21', to: '2026-11-21' }, 'Thu, Nov 19, 2026', 'Nov 2026'],
  [null, 'Thu, Nov 19', 'Nov 19'],
])('[UUSER-01 MSTAT-10 Q-147] a day of %j reads %s, under a chart %s', (range, label, short) => {
  expect([dayLabel('2026-11-19', range), shortDayLabel('2026-11-19', range)]).toEqual([label, short])
})

test.each([
  ['2026-11-01', '2026-11-21', 'Nov 1, 2026 to Nov 21, 2026'],
  ['2026-11-21', '2026-11-21', 'Nov 21, 2026'],
])('the days from %s to %s read %s', (from, to, label) => {
  expect(rangeLabel({ from, to })).toBe(label)
})
