import { expect, test } from 'vitest'
import { countTry, forgivesCodes, forgottenAfterMs, lockMs, secondsLocked, type Tries } from './rules.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5) + seconds * 1000)

test.each([
  [0, 0],
  [1, 0],
  [9, 0],
  [10, 1],
  [11, 2],
  [12, 4],
  [15, 32],
  [16, 60],
  [17, 60],
  [5_000, 60],
])('[Q-164] %i wrong passwords in a row close an account for %i minutes', (failures, minutes) => {
  expect(lockMs(failures)).toBe(minutes * 60_000)
})

test('[Q-164] a try while it is closed counts as none, and the next one afterwards closes it for longer', () => {
  let tries: Tries | null = null
  for (let n = 0; n < 10; n += 1) {
    expect(secondsLocked(tries, at(n))).toBeNull()
    tries = countTry(tries, at(n))
  }
  expect(secondsLocked(tries, at(9))).toBe(60)
  expect(secondsLocked(tries, new Date(at(69).getTime() - 1))).toBe(1)
  expect(countTry(tries, at(68))).toBe(tries)
  expect(secondsLocked(tries, at(69))).toBeNull()
  const further = countTry(tries, at(69))
  expect(further.failures).toBe(11)
  expect(secondsLocked(further, at(69))).toBe(120)
})

test('[Q-164] a count that nothing was added to for a day begins anew', () => {
  const tries = { failures: 30, lastAt: at(0), lockedUntil: at(3600) }
  const day = forgottenAfterMs / 1000
  expect(countTry(tries, at(day - 1)).failures).toBe(31)
  expect(countTry(tries, at(day))).toEqual({ failures: 1, lastAt: at(day), lockedUntil: null })
})

test.each([
  ['no wrong code before it', null, true],
  ['one an hour ago', 3600, true],
  ['one less than an hour ago', 3599, false],
])('[Q-300] a right code after %s begins the count anew: %s', (_, secondsAgo, anew) => {
  const before = secondsAgo === null ? null : { failures: 3, lastAt: at(0), lockedUntil: null }
  expect(forgivesCodes(before, at(secondsAgo ?? 0))).toBe(anew)
})
