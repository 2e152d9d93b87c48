import { describe, expect, test } from 'vitest'
import { handedOverWords, isMissing, leaveWords, missingSentence, shiftStanding } from './rules.ts'

const now = new Date('2026-03-02T17:00:00.000Z')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const marks = { long: 15, too_long: 45 }
const windowOf = (minutesLeft: number) => ({
  has_window: true,
  wrote_at: before(24 * 60 - minutesLeft),
  closes_at: before(-minutesLeft),
  unreachable: null,
})
const row = { waiting_since: null, snoozed: null, reach: null }

describe('[Q-275] the end of a shift', () => {
  test.each([
    [{ ...row, waiting_since: before(52) }, 'Waits 52 m', 'too-long'],
    [{ ...row, waiting_since: before(24), reach: windowOf(60) }, 'Waits 24 m', 'long'],
    [{ ...row, waiting_since: before(4) }, 'Waits 4 m', 'calm'],
    [{ ...row, reach: windowOf(120) }, 'Answered, 2 h left', 'calm'],
    [{ ...row, reach: windowOf(0) }, 'Template only', 'calm'],
    [{ ...row, reach: { ...windowOf(60), unreachable: 'blocked' as const } }, 'Cannot be reached', 'calm'],
    [{ ...row, reach: { ...windowOf(60), has_window: false } }, 'Answered', 'calm'],
    [row, 'Answered', 'calm'],
    [
      { ...row, waiting_since: before(52), snoozed: { until: before(-60), by: null, reason: null } },
      'Snoozed',
      'calm',
    ],
  ])('how it stands: %#', (of, text, weight) => {
    expect(shiftStanding(of, now, marks)).toEqual({ text, weight })
  })

  test.each([
    ['', 'keep', true],
    ['  ', 'keep', true],
    ['Resolve if he stays silent', 'keep', false],
    ['', 'none', false],
    ['', '1003', false],
  ])('what nothing is said of: %j, %s', (text, to, is) => {
    expect(isMissing({ text, to })).toBe(is)
  })

  test.each([
    [0, null],
    [1, '1 conversation needs a next step or a new owner'],
    [3, '3 conversations need a next step or a new owner'],
  ])('what is missing: %i', (count, sentence) => {
    expect(missingSentence(count)).toBe(sentence)
  })

  test('what the button does, and what became of it', () => {
    expect([0, 1, 4].map(leaveWords)).toEqual([
      'Go offline',
      'Hand over 1 and go offline',
      'Hand over 4 and go offline',
    ])
    expect([
      handedOverWords(1, 0),
      handedOverWords(2, 1),
      handedOverWords(0, 3),
      handedOverWords(0, 0),
    ]).toEqual([
      '1 conversation handed over',
      '2 conversations handed over, 1 note written',
      '3 notes written',
      'Nothing to hand over',
    ])
  })
})
