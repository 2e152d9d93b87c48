import { expect, test } from 'vitest'
import { firstSentence } from './queue.ts'

const since = '2026-03-02T09:00:00.000Z'

test.each([
  [-5, 'Nakato is first, has just written'],
  [59, 'Nakato is first, has just written'],
  [60, 'Nakato is first, waits 1 m'],
  [3 * 3600, 'Nakato is first, waits 3 h'],
])('[Q-251] who is first and has waited for %d s: %j', (seconds, words) => {
  expect(firstSentence('Nakato', since, new Date(Date.parse(since) + seconds * 1000))).toBe(words)
})
