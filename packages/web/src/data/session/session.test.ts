import { expect, test } from 'vitest'
import { ApiFailure, type FailureKind, refusal } from '../../client/api-failure.ts'
import { signInWords } from './session.ts'

const unchecked = 'Parley cannot be reached. Your password was not checked. Try again.'
const unanswered = (kind: FailureKind, status: number | null = null) => new ApiFailure({ kind, status })

test.each<[unknown, string]>([
  [refusal(401, { detail: 'This account is disabled' }), 'This account is disabled'],
  [refusal(401, null), 'Invalid credentials'],
  [refusal(400, { detail: 7 }), 'Invalid credentials'],
  [refusal(429, { detail: 'Too many attempts. Wait a minute' }), 'Too many attempts. Wait a minute'],
  [refusal(429, null), unchecked],
  [refusal(404, null), unchecked],
  [refusal(500, { detail: 'Something went wrong' }), unchecked],
  [refusal(503, null), unchecked],
  [unanswered('network'), unchecked],
  [unanswered('timeout'), unchecked],
  [unanswered('malformed', 200), unchecked],
  [new TypeError('a mistake of ours'), unchecked],
])('[ERR-01 ERR-02 Q-047] a sign-in that failed with %o says who found what', (cause, words) => {
  expect(signInWords(cause)).toBe(words)
})
