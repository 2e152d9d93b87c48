import { describe, expect, test } from 'vitest'
import { readConversation } from '../read/conversation.ts'
import { matchesFilter, orderOf } from './conversation.ts'
import { compareWaits, isInQueue, waitLabel, waitWeight } from './queue.ts'

const since = '2026-03-02T09:00:00.000Z'

describe('[Q-217] what is in a queue', () => {
  test.each([
    ['ACTIVE', null, false, { open: true, waiting: false }],
    ['ACTIVE', since, false, { open: true, waiting: true }],
    ['TRANSFERRED', null, false, { open: true, waiting: false }],
    ['DORMANT', null, false, { open: false, waiting: false }],
    ['DORMANT', since, false, { open: true, waiting: true }],
    ['RESOLVED', null, false, { open: false, waiting: false }],
    ['ARCHIVED', null, false, { open: false, waiting: false }],
    ['ACTIVE', null, true, { open: false, waiting: false }],
    ['ACTIVE', since, true, { open: false, waiting: false }],
  ] as const)('%s, waiting since %s, with the bot %s: %j', (status, waiting_since, with_bot, expected) => {
    const row = { id: '1', status, waiting_since, with_bot }
    const filtered = readConversation(row)
    for (const queue of ['open', 'waiting'] as const) {
      expect(isInQueue(row, queue)).toBe(expected[queue])
      expect(matchesFilter(filtered, { queue })).toBe(expected[queue])
    }
  })
})

describe('[Q-217] the order of a queue', () => {
  const row = (id: string, waiting: number | null, active: number) =>
    readConversation({
      id,
      last_activity: `2026-03-02T09:${String(active).padStart(2, '0')}:00Z`,
      waiting_since: waiting === null ? null : `2026-03-02T08:${String(waiting).padStart(2, '0')}:00Z`,
    })
  const [long, longToo, short, answered, earlier] = [
    row('10', 5, 1),
    row('9', 5, 1),
    row('3', 40, 40),
    row('7', null, 59),
    row('8', null, 10),
  ]

  test('who waits longest, the smaller id, then who was answered last', () => {
    const mixed = [earlier, short, answered, long, longToo]
    expect(mixed.toSorted(orderOf({ queue: 'open' })).map(({ id }) => id)).toEqual(['9', '10', '3', '7', '8'])
    expect(mixed.toSorted(orderOf({})).map(({ id }) => id)).toEqual(['7', '3', '8', '10', '9'])
  })
  test('of two that wait, that do not, and of one of each', () => {
    expect(compareWaits(long, short)).toBeLessThan(0)
    expect(compareWaits(short, long)).toBeGreaterThan(0)
    expect(compareWaits(answered, short)).toBeGreaterThan(0)
    expect(compareWaits(answered, earlier)).toBe(0)
    expect(compareWaits(long, long)).toBe(0)
  })
})

test.each([
  [-5, 'now', 'calm'],
  [0, 'now', 'calm'],
  [59, 'now', 'calm'],
  [60, '1 m', 'calm'],
  [14 * 60 + 59, '14 m', 'calm'],
  [15 * 60, '15 m', 'long'],
  [44 * 60 + 59, '44 m', 'long'],
  [45 * 60, '45 m', 'too-long'],
  [59 * 60 + 59, '59 m', 'too-long'],
  [3600, '1 h', 'too-long'],
  [48 * 3600 - 1, '47 h', 'too-long'],
  [48 * 3600, '2 d', 'too-long'],
] as const)('[Q-217] a wait of %d s reads %j and is %s', (seconds, label, weight) => {
  const now = new Date(Date.parse(since) + seconds * 1000)
  expect(waitLabel(since, now)).toBe(label)
  expect(waitWeight(since, now)).toBe(weight)
})
