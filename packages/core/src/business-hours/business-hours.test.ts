import { describe, expect, test } from 'vitest'
import type { BusinessHours, HoursSpan } from './api.ts'
import {
  defaultBusinessHours,
  holidayDate,
  hoursProblems,
  isOpenAt,
  nextClosingAfter,
  nextOpeningAfter,
  openingWords,
  tidyHours,
} from './rules.ts'

const kampala = 'Africa/Kampala'
const berlin = 'Europe/Berlin'
const noHours = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
const hours = (
  week: Partial<BusinessHours['week']>,
  holidays: BusinessHours['holidays'] = [],
): BusinessHours => ({
  week: { ...noHours, ...week },
  holidays,
})
const span = (from: string, to: string): HoursSpan => ({ from, to })
const usual: BusinessHours = {
  ...defaultBusinessHours,
  holidays: [
    { date: '2020-06-03', name: 'Martyrs’ Day', yearly: true },
    { date: '2026-11-27', name: 'Moving house', yearly: false },
  ],
}
const lunch = hours({ monday: [span('08:00', '12:00'), span('13:00', '17:00')] })
const round = hours({
  monday: [span('08:00', '12:00'), span('12:00', '24:00')],
  tuesday: [span('00:00', '06:00')],
})
const late = hours({ friday: [span('21:00', '02:00')], saturday: [span('02:00', '04:00')] }, [
  { date: '2026-11-28', name: 'Closed', yearly: false },
])
const leap = { ...defaultBusinessHours, holidays: [{ date: '2024-02-29', name: 'Leap day', yearly: true }] }
const night = hours({ sunday: [span('02:30', '05:00')] })

describe('[Q-200] business hours', () => {
  // 23 November 2026 is a Monday. Kampala is three hours ahead of UTC.
  test.each<[string, BusinessHours, string, string, boolean, string | null]>([
    ['before the morning', usual, kampala, '2026-11-23T04:59:59Z', false, '2026-11-23T05:00:00Z'],
    ['at eight', usual, kampala, '2026-11-23T05:00:00Z', true, '2026-11-24T05:00:00Z'],
    ['a minute before the end', usual, kampala, '2026-11-23T13:59:59Z', true, '2026-11-24T05:00:00Z'],
    ['at the end', usual, kampala, '2026-11-23T14:00:00Z', false, '2026-11-24T05:00:00Z'],
    ['on Saturday afternoon', usual, kampala, '2026-11-28T10:00:00Z', false, '2026-11-30T05:00:00Z'],
    ['on Sunday by UTC, Monday there', usual, kampala, '2026-11-22T21:30:00Z', false, '2026-11-23T05:00:00Z'],
    [
      'before a holiday that comes once',
      usual,
      kampala,
      '2026-11-26T15:00:00Z',
      false,
      '2026-11-28T06:00:00Z',
    ],
    ['on it', usual, kampala, '2026-11-27T08:00:00Z', false, '2026-11-28T06:00:00Z'],
    ['on the same day a year later', usual, kampala, '2028-11-27T08:00:00Z', true, '2028-11-28T05:00:00Z'],
    ['on a yearly holiday', usual, kampala, '2026-06-03T08:00:00Z', false, '2026-06-04T05:00:00Z'],
    ['at lunch', lunch, kampala, '2026-11-23T09:30:00Z', false, '2026-11-23T10:00:00Z'],
    ['before lunch', lunch, kampala, '2026-11-23T08:30:00Z', true, '2026-11-23T10:00:00Z'],
    [
      'where one span goes over into the next',
      round,
      kampala,
      '2026-11-23T08:30:00Z',
      true,
      '2026-11-30T05:00:00Z',
    ],
    ['past midnight', round, kampala, '2026-11-23T21:30:00Z', true, '2026-11-30T05:00:00Z'],
    ['where nobody ever comes', hours({}), kampala, '2026-11-23T08:00:00Z', false, null],
    [
      'before summer time begins that day',
      usual,
      berlin,
      '2026-03-28T20:00:00Z',
      false,
      '2026-03-30T06:00:00Z',
    ],
    ['before it ends', usual, berlin, '2026-10-24T20:00:00Z', false, '2026-10-26T07:00:00Z'],
    ['on the short day', night, berlin, '2026-03-28T20:00:00Z', false, '2026-03-29T01:00:00Z'],
    [
      'on the long day',
      hours({ sunday: [span('08:00', '09:00')] }),
      berlin,
      '2026-10-24T20:00:00Z',
      false,
      '2026-10-25T07:00:00Z',
    ],
    // Friday 20 November 2026, 21:00 there, to Saturday 02:00.
    ['before the night', late, kampala, '2026-11-20T17:59:00Z', false, '2026-11-20T18:00:00Z'],
    ['in the night', late, kampala, '2026-11-20T20:30:00Z', true, '2026-11-27T18:00:00Z'],
    ['past midnight by night', late, kampala, '2026-11-20T22:59:00Z', true, '2026-11-27T18:00:00Z'],
    [
      'where a night goes over into the day',
      late,
      kampala,
      '2026-11-20T23:00:00Z',
      true,
      '2026-11-27T18:00:00Z',
    ],
    ['after it', late, kampala, '2026-11-21T01:00:00Z', false, '2026-11-27T18:00:00Z'],
    ['in the night before a holiday', late, kampala, '2026-11-27T22:30:00Z', true, '2026-12-04T18:00:00Z'],
    ['on the holiday behind it', late, kampala, '2026-11-27T23:30:00Z', false, '2026-12-04T18:00:00Z'],
    ['on a leap day', leap, kampala, '2028-02-29T08:00:00Z', false, '2028-03-01T05:00:00Z'],
    ['on the day before it', leap, kampala, '2028-02-28T08:00:00Z', true, '2028-03-01T05:00:00Z'],
    ['on 28 February of other years', leap, kampala, '2030-02-28T08:00:00Z', false, '2030-03-01T05:00:00Z'],
  ])('[Q-362] %s', (_, kept, zone, now, isOpen, opening) => {
    expect(isOpenAt(kept, new Date(now), zone)).toBe(isOpen)
    const next = nextOpeningAfter(kept, new Date(now), zone)
    expect(next).toEqual(opening === null ? null : new Date(opening))
  })

  test.each<[string, BusinessHours, string, string | null]>([
    ['the end of the day', usual, '2026-11-23T06:00:00Z', '2026-11-23T14:00:00Z'],
    ['lunch', lunch, '2026-11-23T06:00:00Z', '2026-11-23T09:00:00Z'],
    ['the morning after', round, '2026-11-23T06:00:00Z', '2026-11-24T03:00:00Z'],
    [
      'the end of the night',
      hours({ friday: [span('21:00', '02:00')] }),
      '2026-11-20T19:00:00Z',
      '2026-11-20T23:00:00Z',
    ],
    [
      'its end past midnight',
      hours({ friday: [span('21:00', '02:00')] }),
      '2026-11-20T22:00:00Z',
      '2026-11-20T23:00:00Z',
    ],
    ['midnight', hours({ friday: [span('21:00', '00:00')] }), '2026-11-20T19:00:00Z', '2026-11-20T21:00:00Z'],
    ['none', hours({}), '2026-11-23T06:00:00Z', null],
  ])('people leave next at %s', (_, kept, now, closing) => {
    const next = nextClosingAfter(kept, new Date(now), kampala)
    expect(next).toEqual(closing === null ? null : new Date(closing))
  })

  test.each([
    ['2026-11-23T11:00:00Z', 'today at 14:00'],
    ['2026-11-24T05:00:00Z', 'tomorrow at 08:00'],
    ['2026-11-28T06:00:00Z', 'Saturday at 09:00'],
    ['2026-11-29T06:00:00Z', 'Sunday at 09:00'],
    ['2026-11-30T05:00:00Z', 'Monday 30 November at 08:00'],
    ['2027-01-04T05:00:00Z', 'Monday 4 January at 08:00'],
  ])('%s is told as %s', (opening, words) => {
    expect(openingWords(new Date(opening), new Date('2026-11-23T06:00:00Z'), kampala)).toBe(words)
  })

  test.each<[string, BusinessHours, Record<string, string>]>([
    ['what everybody begins with', defaultBusinessHours, {}],
    ['two that touch, to midnight', round, {}],
    ['a night', hours({ friday: [span('21:00', '02:00')], saturday: [span('02:00', '09:00')] }), {}],
    [
      'a night that goes into the next day’s hours, round the week',
      hours({ sunday: [span('21:00', '02:00')], monday: [span('01:00', '09:00')] }),
      { 'week.sunday.0': 'overlaps with 01:00 to 09:00 on Monday' },
    ],
    [
      'two nights at once',
      hours({ friday: [span('21:00', '02:00'), span('23:00', '01:00')] }),
      { 'week.friday.1': 'overlaps with 21:00 to 02:00' },
    ],
    [
      'an end at its beginning',
      hours({ friday: [span('08:00', '08:00')] }),
      { 'week.friday.0': 'not after 08:00' },
    ],
    [
      'two that overlap',
      hours({ friday: [span('08:00', '12:00'), span('11:59', '17:00')] }),
      { 'week.friday.1': 'overlaps with 08:00 to 12:00' },
    ],
    [
      'one within another, in any order',
      hours({ friday: [span('10:00', '11:00'), span('08:00', '17:00')] }),
      { 'week.friday.1': 'overlaps with 10:00 to 11:00' },
    ],
    ['no beginning', hours({ sunday: [span('', '12:00')] }), { 'week.sunday.0': 'begins' }],
    [
      'a beginning at midnight’s end',
      hours({ sunday: [span('24:00', '24:00')] }),
      { 'week.sunday.0': 'begins' },
    ],
    ['no end', hours({ sunday: [span('08:00', '25:00')] }), { 'week.sunday.0': 'ends' }],
    ['no hours', hours({}), { week: 'one day at least' }],
    [
      'holidays that are none',
      hours({ monday: [span('08:00', '12:00')] }, [
        { date: '2026-02-30', name: 'Never', yearly: true },
        { date: '2026-02-01', name: ' ', yearly: true },
        { date: '2026-02-02', name: 'x'.repeat(81), yearly: true },
      ]),
      { 'holidays.0': 'date', 'holidays.1': 'name', 'holidays.2': '80' },
    ],
    [
      'two holidays on one day',
      hours({ monday: [span('08:00', '12:00')] }, [
        { date: '2025-12-25', name: 'Christmas', yearly: true },
        { date: '2026-12-25', name: 'Friday off', yearly: false },
        { date: '2026-12-24', name: 'Eve', yearly: false },
        { date: '2027-12-24', name: 'Eve', yearly: false },
      ]),
      { 'holidays.1': 'Christmas' },
    ],
  ])('what is wrong with %s', (_, kept, problems) => {
    const found = hoursProblems(kept)
    expect(Object.keys(found)).toEqual(Object.keys(problems))
    for (const [field, words] of Object.entries(problems)) expect(found[field]).toContain(words)
  })

  test('they are kept in the order of the day and of the year', () => {
    const kept = tidyHours(
      hours({ monday: [span('13:00', '17:00'), span('08:00', '12:00')] }, [
        { date: '2026-12-25', name: ' Christmas ', yearly: true },
        { date: '2027-01-02', name: 'Stock-taking', yearly: false },
        { date: '2026-06-03', name: 'Martyrs’ Day', yearly: true },
      ]),
    )
    expect(kept.week.monday.map(({ from }) => from)).toEqual(['08:00', '13:00'])
    expect(kept.holidays.map(({ name }) => name)).toEqual(['Stock-taking', 'Martyrs’ Day', 'Christmas'])
  })

  test('a holiday is told by its day, and by its year where it comes once', () => {
    expect(leap.holidays.map(holidayDate)).toEqual(['29 February (28 February in other years)'])
    expect(usual.holidays.map(holidayDate)).toEqual(['3 June', '27 November 2026'])
  })
})
