import { describe, expect, test } from 'vitest'
import { addDays, dayOf, dayStart, daysFrom, monthStart, weekStart } from './days.ts'

const kampala = 'Africa/Kampala'
const newYork = 'America/New_York'

describe('[Q-101 DASH-07] an instant falls on a day of the workspace', () => {
  test.each([
    ['2026-11-18T20:59:59.999Z', kampala, '2026-11-18'],
    ['2026-11-18T21:00:00.000Z', kampala, '2026-11-19'],
    ['2026-11-19T04:59:59.999Z', newYork, '2026-11-18'],
    ['2026-11-19T05:00:00.000Z', newYork, '2026-11-19'],
    ['2026-07-01T03:59:59.999Z', newYork, '2026-06-30'],
    ['2026-07-01T04:00:00.000Z', newYork, '2026-07-01'],
    ['2026-12-31T21:00:00.000Z', kampala, '2027-01-01'],
  ])('%s in %s is %s', (at, zone, day) => {
    expect(dayOf(new Date(at), zone)).toBe(day)
  })
})

describe('[Q-101] a day begins at its first instant', () => {
  test.each([
    ['2026-11-19', kampala, '2026-11-18T21:00:00.000Z'],
    ['2026-11-19', newYork, '2026-11-19T05:00:00.000Z'],
    ['2026-07-01', newYork, '2026-07-01T04:00:00.000Z'],
    // The clocks change at two in the morning: the days of the change have 23 and 25 hours.
    ['2026-03-08', newYork, '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', newYork, '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', newYork, '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', newYork, '2026-11-02T05:00:00.000Z'],
    // Midnight is skipped: the day begins at one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // Midnight comes twice: the day before has it first, and its second 23:00 to 24:00 is still that day.
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    ['2026-11-19', 'Pacific/Kiritimati', '2026-11-18T10:00:00.000Z'],
    ['2026-11-19', 'Pacific/Pago_Pago', '2026-11-19T11:00:00.000Z'],
    ['2026-11-19', 'Asia/Kathmandu', '2026-11-18T18:15:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, at) => {
    const start = dayStart(day, zone)
    expect(start.toISOString()).toBe(at)
    expect(dayOf(start, zone)).toBe(day)
    expect(dayOf(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1))
  })
})

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-01-01', 365, '2027-01-01'],
  ['2026-11-19', 0, '2026-11-19'],
])('[PERF-20] %s and %d days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
  expect(daysFrom(day, expected)).toBe(days)
})

test.each([
  ['2026-11-19', 0, '2026-11-01'],
  ['2026-03-31', -1, '2026-02-01'],
  ['2026-01-15', -1, '2025-12-01'],
  ['2026-01-31', -3, '2025-10-01'],
  ['2026-12-31', 1, '2027-01-01'],
])('[PERF-21 PERF-22] the month of %s, %d months away, begins on %s', (day, months, expected) => {
  expect(monthStart(day, months)).toBe(expected)
})

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-19', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
  ['2028-03-01', '2028-02-28'],
])('[DASH-25] the week of %s begins on Monday %s', (day, monday) => {
  expect(weekStart(day)).toBe(monday)
})
