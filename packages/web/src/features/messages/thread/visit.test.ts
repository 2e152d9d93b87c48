import { readMessage } from '@parley/core/read/entities'
import { expect, test } from 'vitest'
import { Visit } from './use-mark-seen.ts'

const message = (no: number) => ({ ...readMessage({ id: String(no) }), inbound_no: no })

type Look = readonly [at: number, inFront: boolean, shown: number | null]

test.each<[string, readonly Look[], number, number, number | null]>([
  ['looked at for 3 s', [[0, true, 7]], 5, 3_000, 7],
  ['left a moment too early', [[0, true, 7]], 5, 2_999, null],
  ['behind another window', [[0, false, 7]], 5, 60_000, null],
  [
    'looked at twice',
    [
      [0, true, 7],
      [2_000, false, 7],
      [50_000, true, 7],
    ],
    5,
    51_000,
    7,
  ],
  [
    'scrolled down and up again',
    [
      [0, true, 6],
      [1_000, true, 9],
      [2_000, true, 3],
    ],
    5,
    4_000,
    9,
  ],
  [
    'laid out anew as it opened, all of it shown for a moment',
    [
      [0, true, 9],
      [80, true, 6],
    ],
    5,
    4_000,
    6,
  ],
  [
    'what came behind another window',
    [
      [0, true, 6],
      [4_000, false, 9],
    ],
    5,
    9_000,
    6,
  ],
  ['everything seen before', [[0, true, 5]], 5, 9_000, null],
  ['nothing countable shown', [[0, true, null]], 0, 9_000, null],
])('[CDET-26 Q-149] leaving a conversation that was %s', (_, looks, seenNo, leftAt, upTo) => {
  const visit = new Visit()
  for (const [at, inFront, shown] of looks) visit.look(inFront, shown === null ? null : message(shown), at)
  expect(visit.leave(seenNo, leftAt)?.inbound_no ?? null).toBe(upTo)
})
