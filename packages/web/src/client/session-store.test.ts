import { expect, test } from 'vitest'
import { forOneAgent, type Session, isSpent, tokenExpiry, tokenSession } from './session-store.ts'

const sessionOf = (id: string, token = `token of ${id}`): Session => ({
  token,
  refreshToken: `refresh of ${id}`,
  user: { id, name: id, role: 'AGENT' },
})

test('[AUTH-01 Q-137] a page has the session of the first agent it saw, out and in again, and never that of another', () => {
  let stored: Session | null = null
  const page = forOneAgent(() => stored)
  expect([page.session(), page.isOver()]).toEqual([null, false])
  stored = sessionOf('amina')
  expect([page.session(), page.isOver()]).toEqual([stored, false])
  stored = sessionOf('amina', 'renewed')
  expect(page.session()?.token).toBe('renewed')
  stored = null
  expect([page.session(), page.isOver()]).toEqual([null, false])
  stored = sessionOf('amina', 'in again')
  expect(page.session()?.token).toBe('in again')
  stored = sessionOf('brian')
  expect([page.session(), page.isOver()]).toEqual([null, true])
  stored = sessionOf('amina')
  expect([page.session(), page.isOver()]).toEqual([stored, false])
})

test('[AUTH-01 Q-137] a page that only showed the sign-in form works for whoever signs in', () => {
  let stored: Session | null = null
  const page = forOneAgent(() => stored)
  expect(page.isOver()).toBe(false)
  stored = sessionOf('brian')
  expect([page.session(), page.isOver()]).toEqual([stored, false])
})

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
