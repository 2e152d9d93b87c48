import { expect, test } from 'vitest'
import { firstSentence } from './queue.ts'

const since = '2026-03-02T09:00:00.000Z'

test.each([
  [-5, 'Next: Nakato, just wrote'],
  [59, 'Next: Nakato, just wrote'],
  [60, 'Next: Nakato, waiting 1 m'],
  [3 * 3600, 'Next: Nakato, waiting 3 h'],
])('[Q-251] who is first and has waited for %d s: %j', (seconds, words) => {
  expect(firstSentence('Nakato', since, new Date(Date.parse(since) + seconds * 1000))).toBe(words)
})
