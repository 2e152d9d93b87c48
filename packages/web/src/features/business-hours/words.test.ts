import { defaultBusinessHours } from '@parley/core/business-hours/rules'
import { describe, expect, test } from 'vitest'
import { clockText, nextHolidays, weekLines } from './words.ts'

describe('[Q-200] the words of business hours', () => {
  test('days with the same hours stand together where they follow each other', () => {
    const { week } = defaultBusinessHours
    expect(weekLines(defaultBusinessHours)).toEqual([
      { days: 'Monday to Friday', hours: '08:00 to 17:00' },
      { days: 'Saturday', hours: '09:00 to 13:00' },
      { days: 'Sunday', hours: 'Closed' },
    ])
    const split = {
      holidays: [],
      week: {
        ...week,
        wednesday: [
          { from: '08:00', to: '12:00' },
          { from: '13:00', to: '17:00' },
        ],
      },
    }
    expect(weekLines(split).map(({ days, hours }) => `${days}: ${hours}`)).toEqual([
      'Monday to Tuesday: 08:00 to 17:00',
      'Wednesday: 08:00 to 12:00, 13:00 to 17:00',
      'Thursday to Friday: 08:00 to 17:00',
      'Saturday: 09:00 to 13:00',
      'Sunday: Closed',
    ])
  })

  test('the next holidays come first, over the end of the year', () => {
    const holidays = [
      { date: '2026-01-01', name: 'New Year’s Day', yearly: true },
      { date: '2026-06-03', name: 'Martyrs’ Day', yearly: true },
      { date: '2025-12-24', name: 'Over', yearly: false },
      { date: '2026-12-25', name: 'Christmas Day', yearly: true },
    ]
    const names = nextHolidays({ ...defaultBusinessHours, holidays }, '2026-12-25', 2).map(({ name }) => name)
    expect(names).toEqual(['Christmas Day', 'New Year’s Day'])
  })

  test.each([
    ['8', '08:00'],
    ['8:30', '08:30'],
    ['0830', '08:30'],
    ['17.15', '17:15'],
    [' 24:00 ', '24:00'],
    ['8:3', '8:3'],
    ['noon', 'noon'],
    ['', ''],
  ])('“%s” is %s', (typed, clock) => {
    expect(clockText(typed)).toBe(clock)
  })
})
