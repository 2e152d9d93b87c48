import { expect, test } from 'vitest'
import { dateTimeLabel, dayLabel, local, momentLabel } from './dates.ts'

const now = new Date(2026, 10, 20, 15)
const at = (...parts: [number, number, number, number, number]) => new Date(...parts)

test.each([
  [at(2026, 10, 20, 9, 5), '09:05'],
  [at(2026, 10, 19, 23, 0), 'Nov 19, 23:00'],
  [at(2025, 10, 19, 23, 0), 'Nov 19 2025, 23:00'],
])('%s is %j', (moment, label) => {
  expect(momentLabel(moment, now)).toBe(label)
})

test('a calendar date is the same in every time zone', () => {
  expect(dayLabel('1991-03-04')).toBe('Mar 4, 1991')
  expect(dateTimeLabel(now)).toBe('Nov 20, 2026, 15:00')
  expect(local.clock(now)).toBe('15:00')
})
