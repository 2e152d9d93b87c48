import { expect, test } from 'vitest'
import { frameCounter } from './frame-budget.ts'

test('a burst passes and what comes after it is too much, until time has passed; rest saves up no more than a burst', () => {
  let now = 5_000
  const takes = frameCounter({ burst: 3, perSecond: 2 }, () => now)
  const taken = (count: number) => Array.from({ length: count }, () => takes()).filter(Boolean).length
  expect(taken(5)).toBe(3)
  now += 499
  expect(taken(2)).toBe(0)
  now += 501
  expect(taken(5)).toBe(2)
  now += 3_600_000
  expect(taken(10)).toBe(3)
})
