import { expect, test } from 'vitest'
import { isSpent, tokenExpiry, tokenSession } from './access-token.ts'

const token = (claims: object) => `h.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.s`

test.each([
  ['a JWT', token({ exp: 1_000 }), 1_000_000],
  ['a JWT without exp', token({}), null],
  ['an opaque token', 'opaque', null],
  ['not JSON', 'a.b.c', null],
])('[WS-05 Q-080] when %s runs out', (_, text, expected) => {
  expect(tokenExpiry(text)).toBe(expected)
})

test('[WS-05 Q-080] a token is renewed before a retry when it has run out, soon will, or does not say', () => {
  expect(isSpent(token({ exp: 1_000 }), 900_000)).toBe(false)
  expect(isSpent(token({ exp: 1_000 }), 995_000)).toBe(true)
  expect(isSpent('opaque', 0)).toBe(true)
})

test.each([
  ['a JWT', token({ sid: '12' }), '12'],
  ['a JWT without it', token({ exp: 1 }), null],
  ['an opaque token', 'opaque', null],
  ['nothing', '', null],
])('[Q-249] the session that %s is of', (_, text, expected) => {
  expect(tokenSession(text)).toBe(expected)
})
