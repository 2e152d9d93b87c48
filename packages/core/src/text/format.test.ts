import { describe, expect, test } from 'vitest'
import {
  aheadLabel,
  calendar,
  cut,
  dayIn,
  firstName,
  fit,
  displayName,
  greeting,
  listTime,
  momentLabel,
  moneyLabel,
  responseLabel,
  sizeLabel,
} from './format.ts'

const kampala = calendar('Africa/Kampala')
/** Thursday, 12:00 in Kampala. */
const now = new Date('2026-11-19T09:00:00.000Z')

describe('the time of a list row', () => {
  test.each([
    ['just now', '2026-11-19T09:00:00.000Z', '12:00'],
    ['the first minute of today', '2026-11-18T21:00:00.000Z', '00:00'],
    ['later today, ahead of our clock', '2026-11-19T20:59:00.000Z', '23:59'],
  ])('[CLIST-14 DASH-21] clock if today: %s', (_, at, shown) => {
    expect(listTime(kampala, new Date(at), now)).toBe(shown)
  })

  test.each([
    ['the last minute of yesterday', '2026-11-18T20:59:59.000Z', 'Wed'],
    ['six days ago', '2026-11-13T09:00:00.000Z', 'Fri'],
    ['a millisecond under seven days', '2026-11-12T09:00:00.001Z', 'Thu'],
  ])('[CLIST-15 DASH-21] weekday if under seven days ago: %s', (_, at, shown) => {
    expect(listTime(kampala, new Date(at), now)).toBe(shown)
  })

  test.each([
    ['seven days ago', '2026-11-12T09:00:00.000Z', 'Nov 12'],
    ['last year', '2025-12-31T09:00:00.000Z', 'Dec 31'],
    ['tomorrow', '2026-11-20T09:00:00.000Z', 'Nov 20'],
  ])('[CLIST-16 DASH-21 Q-101] month and day otherwise, also for the future: %s', (_, at, shown) => {
    expect(listTime(kampala, new Date(at), now)).toBe(shown)
  })

  test('[Q-101] today is the zone’s own: an hour may be today in Kampala and yesterday in New York', () => {
    const at = new Date('2026-11-18T21:30:00.000Z')
    expect(listTime(kampala, at, now)).toBe('00:30')
    expect(listTime(calendar('America/New_York'), at, now)).toBe('Wed')
  })
})

test.each([
  ['2026-11-18T21:00:00.000Z', '00:00'],
  ['2026-11-18T20:59:00.000Z', 'Nov 18, 23:59'],
  ['2026-01-01T09:00:00.000Z', 'Jan 1, 12:00'],
  ['2025-12-31T09:00:00.000Z', 'Dec 31 2025, 12:00'],
])('[Q-101] %s was at %s', (at, shown) => {
  expect(momentLabel(kampala, new Date(at), now)).toBe(shown)
})

test.each([
  ['2026-11-19T20:59:00.000Z', '23:59'],
  ['2026-11-19T21:00:00.000Z', 'tomorrow 00:00'],
  ['2026-11-20T06:00:00.000Z', 'tomorrow 09:00'],
  ['2026-11-20T21:00:00.000Z', 'Sat 00:00'],
  ['2026-11-25T20:59:00.000Z', 'Wed 23:59'],
  ['2026-11-25T21:00:00.000Z', 'Nov 26, 00:00'],
  ['2027-01-04T06:00:00.000Z', 'Jan 4 2027, 09:00'],
  // A past time has the same label as any past time.
  ['2026-11-18T06:00:00.000Z', 'Nov 18, 09:00'],
])('[Q-242] %s is %s', (at, shown) => {
  expect(aheadLabel(kampala, new Date(at), now)).toBe(shown)
})

test('[THREAD-01 Q-101] the date pill reads weekday, short month, day', () => {
  expect(kampala.dayPill(now)).toBe('Thu, Nov 19')
})

test('[THREAD-02 Q-101] a message shows hour and minute of 24 hours; midnight is 00', () => {
  expect(kampala.clock(new Date('2026-11-19T06:05:00.000Z'))).toBe('09:05')
  expect(kampala.clock(new Date('2026-11-18T21:00:00.000Z'))).toBe('00:00')
})

test('[Q-101] the tooltip has the year; a day is equal for its two ends and another for the next', () => {
  expect(kampala.full(now)).toBe('Thursday, November 19, 2026 at 12:00')
  expect(kampala.day(new Date('2026-11-18T21:00:00.000Z'))).toBe('2026-11-19')
  expect(kampala.day(new Date('2026-11-19T20:59:59.999Z'))).toBe('2026-11-19')
  expect(kampala.day(new Date('2026-11-19T21:00:00.000Z'))).toBe('2026-11-20')
  expect(kampala.hour(new Date('2026-11-18T21:00:00.000Z'))).toBe(0)
})

describe('the greeting', () => {
  test.each([0, 7, 11])('[DASH-01] morning before 12:00: %i', hour => {
    expect(greeting(hour, 'Ann')).toBe('Good morning, Ann')
  })
  test.each([12, 13, 16])('[DASH-02] afternoon from 12:00 and before 17:00: %i', hour => {
    expect(greeting(hour, 'Ann')).toBe('Good afternoon, Ann')
  })
  test.each([17, 20, 23])('[DASH-03] evening otherwise: %i', hour => {
    expect(greeting(hour, 'Ann')).toBe('Good evening, Ann')
  })
  test.each([null, ''])('[DASH-04] "Agent" without a name: %j', name => {
    expect(greeting(9, name)).toBe('Good morning, Agent')
  })
})

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1_048_575, '1024.0 KB'],
  [1_048_576, '1.0 MB'],
  [5_500_000, '5.2 MB'],
])('[ATT-03 Q-105] the size label of %i bytes is %s', (bytes, label) => {
  expect(sizeLabel(bytes)).toBe(label)
})

test.each([null, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  '[ATT-04] %s bytes are an unknown size',
  bytes => {
    expect(sizeLabel(bytes)).toBe('Unknown size')
  },
)

test.each([
  [0, '<1s response'],
  [0.66, '<1s response'],
  [1, '1s response'],
  [1.9, '1s response'],
  [59.9, '59s response'],
  [60, '1m response'],
  [119, '1m response'],
  [120, '2m response'],
  [3600, '60m response'],
  [5999, '99m response'],
  [6000, '1h response'],
  [9000, '2h response'],
  [172_799, '47h response'],
  [172_800, '2d response'],
  [864_000, '10d response'],
  [null, null],
  [-5, null],
])('[THREAD-06 Q-097 Q-374] the response label of %s seconds is %s', (seconds, label) => {
  expect(responseLabel(seconds)).toBe(label)
})

test.each([
  ['123456789012345678901234567890', '123456789012345678901234567890'],
  ['1234567890123456789012345678901', '123456789012345678901234567890…'],
  ['', ''],
])('[DASH-19] text is cut to 30 characters plus an ellipsis: %j', (text, shown) => {
  expect(cut(text, 30)).toBe(shown)
})

test('[DASH-19] an emoji is one character and never cut through', () => {
  expect(cut('🙂🙂🙂', 2)).toBe('🙂🙂…')
  expect(cut('🙂🙂', 2)).toBe('🙂🙂')
})

test.each([
  ['a family', '👨‍👩‍👧‍👦'],
  ['a flag', '🇺🇬'],
  ['a keycap', '1️⃣'],
  ['a skin', '👋🏽'],
  ['an accent of its own', 'e\u0301'],
  ['a line of two signs', '\r\n'],
])('[Q-314] a text is cut behind %s, and not through it', (_, letter) => {
  expect(cut(`${'a'.repeat(159)}${letter}b`, 160)).toBe(`${'a'.repeat(159)}${letter}…`)
  expect(cut(`${'a'.repeat(160)}${letter}b`, 160)).toBe(`${'a'.repeat(160)}…`)
  expect(cut(letter.repeat(160), 160)).toBe(letter.repeat(160))
  expect(fit(`abc${letter}${letter}`, 4 + letter.length)).toBe(`abc${letter}…`)
  expect(fit(`abc${letter}${letter}`, 3 + letter.length)).toBe('abc…')
})

test('[Q-314] what stands on one letter has an end, and so has the work', () => {
  const stacked = `a${'\u0301'.repeat(65_000)}`
  expect(cut(stacked, 160).length).toBeLessThan(160 * 20)
  expect(cut(`b${stacked}`, 160)).toBe('b…')
  expect(cut('👨‍👩‍👧‍👦'.repeat(6_000), 160)).toBe(`${'👨‍👩‍👧‍👦'.repeat(160)}…`)
})

test.each([
  ['agent@parley.example', 'agent'],
  ['agent', 'agent'],
])('the display name of %s', (username, shown) => {
  expect(displayName(username)).toBe(shown)
})

test.each([
  [0, 'UGX 0'],
  [50_000, 'UGX 50,000'],
  [1_200_000, 'UGX 1,200,000'],
  [1_499.6, 'UGX 1,500'],
  [-20_000, 'UGX -20,000'],
])('[CONST-06] %d is written %s', (amount, label) => {
  expect(moneyLabel(amount)).toBe(label)
})

test.each([
  ['Amina Nakato', 'Amina'],
  ['  Élise  de la Cour ', 'Élise'],
  ['agent', 'agent'],
  ['', null],
  [null, null],
])('[Q-422] the first name of %j is %j', (name, first) => {
  expect(firstName(name)).toBe(first)
})

test.each([
  ['en-US', /^Fri, Nov 27$/],
  // With a comma or without one, by the version of the locale's data.
  ['en-GB', /^Fri,? 27 Nov$/],
  ['sw', /^Fri, Nov 27$/],
])('[Q-422] a day in %s is %s', (locale, words) => {
  expect(dayIn(locale, new Date(2026, 10, 27, 12))).toMatch(words)
})
