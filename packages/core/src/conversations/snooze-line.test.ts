import { expect, test } from 'vitest'
import { calendar } from '../text/format.ts'
import { snoozeSentence, snoozeTime } from './rules.ts'

const kampala = calendar('Africa/Kampala')
const at = new Date('2026-03-02T09:00:00.000Z')

test.each([
  ['2026-03-02T12:00:00.000Z', '15:00'],
  ['2026-03-02T20:59:00.000Z', '23:59'],
  ['2026-03-02T21:00:00.000Z', 'Tue 00:00'],
  ['2026-03-08T06:00:00.000Z', 'Sun 09:00'],
  ['2026-03-09T06:00:00.000Z', 'Mar 9, 09:00'],
  ['2026-03-01T06:00:00.000Z', 'Sun 09:00'],
  ['2026-02-01T06:00:00.000Z', 'Feb 1, 09:00'],
])('[Q-244] until %s, as a line of Monday noon in Kampala says it: %s', (until, words) => {
  expect(snoozeTime(kampala, new Date(until), at)).toBe(words)
})

const until = '2026-03-03T06:00:00.000Z'
test.each([
  [{ end: 'time', by: 'Brian', ended_by: null }, 'Snoozed until T by Brian · back at its time'],
  [{ end: 'time', by: null, ended_by: null }, 'Snoozed until T · back at its time'],
  [
    { end: 'customer', by: 'Brian', ended_by: null },
    'Snoozed until T by Brian · came back because the customer wrote',
  ],
  [{ end: 'press', by: 'Brian', ended_by: 'Amina' }, 'Snoozed until T by Brian · brought back by Amina'],
  [{ end: 'press', by: 'Brian', ended_by: null }, 'Snoozed until T by Brian · brought back'],
] as const)('[Q-244] %j reads %j', (snooze, words) => {
  expect(snoozeSentence({ until, ...snooze }, 'T')).toBe(words)
})
