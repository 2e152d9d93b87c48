import { describe, expect, test } from 'vitest'
import { trendOf } from './rules.ts'

describe('[DASH-16 DASH-26 DASH-27 Q-023] how a figure moved', () => {
  test.each([
    [12, 10, 'up', 'up', 20, true],
    [8, 10, 'up', 'down', 20, false],
    [8, 10, 'down', 'down', 20, true],
    [12, 10, 'down', 'up', 20, false],
    [12, 10, null, 'up', 20, null],
    [10, 10, 'up', 'flat', 0, null],
    [0, 10, 'up', 'down', 100, false],
  ] as const)('%d after %d, %s is good: %s', (current, previous, better, direction, percent, good) => {
    expect(trendOf({ current, previous }, better)).toEqual({ direction, percent, good })
  })

  test('a movement too small to be written has not happened', () => {
    expect(trendOf({ current: 1000.1, previous: 1000 }, 'up')).toMatchObject({
      direction: 'flat',
      good: null,
    })
  })

  test.each([
    [10, null],
    [null, 10],
    [null, null],
    [10, 0],
    [0, 0],
  ])('%s after %s has no percent, and so no trend', (current, previous) => {
    expect(trendOf({ current, previous }, 'up')).toBeNull()
  })
})
