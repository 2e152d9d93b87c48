import { describe, expect, test } from 'vitest'
import { dayNo, dayText, firstDay, weeksAt, WorkspaceDays } from './days.ts'

describe('the days of the workspace', () => {
  test.each([
    ['Africa/Kampala', '2026-03-02', '2026-03-01T21:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    // The clock moves from 24:00 to 01:00.
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
    // At 00:01 the clock moved back to 23:01: the minute before belongs to the day that came back.
    ['America/St_Johns', '2006-10-29', '2006-10-29T03:30:00.000Z'],
  ])('in %s %s begins at %s, and the instant before is another day', (zone, day, start) => {
    const days = new WorkspaceDays(zone)
    const at = new Date(start)
    expect(days.start(dayNo(day)).toISOString()).toBe(start)
    expect(dayText(days.of(at))).toBe(day)
    expect(days.of(new Date(at.getTime() - 1))).toBe(dayNo(day) - 1)
  })

  test.each(['Africa/Kampala', 'America/New_York', 'America/St_Johns', 'Pacific/Apia'])(
    'in %s every instant is on the day whose start is the last one before it',
    zone => {
      const days = new WorkspaceDays(zone)
      const from = Date.parse('2006-10-27T00:00:00Z')
      for (let step = 0; step < 6 * 24 * 12; step += 1) {
        const at = new Date(from + step * 5 * 60_000)
        const no = days.of(at)
        expect(days.start(no) <= at && at < days.start(no + 1)).toBe(true)
      }
    },
  )

  test('the first time there is lies on the first day, or after', () => {
    for (const zone of ['Africa/Kampala', 'Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      expect(new WorkspaceDays(zone).of(new Date(0))).toBeGreaterThanOrEqual(firstDay)
    }
  })
})

describe('[Q-010 DASH-25] this week and last week up to the same weekday and time', () => {
  test.each([
    // Monday to Wednesday.
    [
      'Africa/Kampala',
      '2026-03-04T09:30:00.000Z',
      '2026-03-01T21:00:00.000Z',
      '2026-02-22T21:00:00.000Z',
      '2026-02-25T09:30:00.000Z',
    ],
    // The first instant of a Monday.
    [
      'Africa/Kampala',
      '2026-03-01T21:00:00.000Z',
      '2026-03-01T21:00:00.000Z',
      '2026-02-22T21:00:00.000Z',
      '2026-02-22T21:00:00.000Z',
    ],
    // Sunday 12:00, after the clock moved forward at 02:00: 12:00 of the Sunday before.
    [
      'America/New_York',
      '2026-03-08T16:00:00.000Z',
      '2026-03-02T05:00:00.000Z',
      '2026-02-23T05:00:00.000Z',
      '2026-03-01T17:00:00.000Z',
    ],
    // A week later: 12:00 of the Sunday of the change.
    [
      'America/New_York',
      '2026-03-15T16:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
      '2026-03-02T05:00:00.000Z',
      '2026-03-08T16:00:00.000Z',
    ],
    // 02:30, which was skipped a week ago: 03:00, the next instant.
    [
      'America/New_York',
      '2026-03-15T06:30:00.000Z',
      '2026-03-09T04:00:00.000Z',
      '2026-03-02T05:00:00.000Z',
      '2026-03-08T07:00:00.000Z',
    ],
    // The clock moves back: 12:00 of the Sunday of the change, and of the one before.
    [
      'America/New_York',
      '2026-11-01T17:00:00.000Z',
      '2026-10-26T04:00:00.000Z',
      '2026-10-19T04:00:00.000Z',
      '2026-10-25T16:00:00.000Z',
    ],
    [
      'America/New_York',
      '2026-11-08T17:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
      '2026-10-26T04:00:00.000Z',
      '2026-11-01T17:00:00.000Z',
    ],
  ])('in %s at %s', (zone, now, monday, lastMonday, sameTime) => {
    const { current, previous } = weeksAt(new WorkspaceDays(zone), new Date(now))
    expect(current.start.toISOString()).toBe(monday)
    expect(previous.start.toISOString()).toBe(lastMonday)
    expect(previous.end.toISOString()).toBe(sameTime)
  })
})
