import { describe, expect, test } from 'vitest'
import {
  goesTo,
  handedOverWords,
  lacksNewOwner,
  leaveSentence,
  type ShiftPlan,
  shiftStanding,
} from './rules.ts'

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

  const offer = {
    id: '5',
    agent_id: '1003',
    agent_name: 'Brian',
    by: null,
    offered_at: before(1),
    deadline: before(-4),
  }
  const snoozed = { until: before(-60), by: null, reason: null }
  const plain = { snoozed: null, offer: null }

  test.each([
    [null, plain, 'none', true],
    [null, { ...plain, snoozed }, 'keep', true],
    [null, { ...plain, offer }, '1003', false],
    ['keep', plain, 'keep', true],
    ['keep', { ...plain, offer }, 'keep', true],
    ['none', plain, 'none', false],
    ['none', { ...plain, snoozed }, 'none', false],
    ['1003', plain, '1003', false],
  ])(
    '[Q-391 Q-431] going offline with %s, %j leads to %s whatever the note; a new owner lacks: %s',
    (...given) => {
      const [to, one, place, lacks] = given
      for (const text of ['', '  ', 'Call the bank']) {
        const plan: ShiftPlan = { text, to }
        expect(goesTo(plan, one)).toBe(place)
        expect(lacksNewOwner(plan, one)).toBe(lacks)
      }
    },
  )

  test.each([
    [[], null],
    [['none'], '1 conversation goes to the queue'],
    [['keep'], '1 conversation stays with you'],
    [['1003'], '1 conversation is offered to a colleague'],
    [['keep', 'none', 'none', 'keep'], '2 conversations go to the queue, 2 stay with you'],
    [
      ['keep', 'none', '1003', '1004'],
      '1 conversation goes to the queue, 2 are offered to colleagues, 1 stays with you',
    ],
    [['1003', '1004', 'keep'], '2 conversations are offered to colleagues, 1 stays with you'],
    [['keep', 'keep'], '2 conversations stay with you'],
  ])('[Q-391] what going offline does with %j', (places, sentence) => {
    expect(leaveSentence(places)).toBe(sentence)
  })

  test('what became of it', () => {
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
