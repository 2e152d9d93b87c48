import { expect, test } from 'vitest'
import { forOneAgent } from './own-session.ts'
import type { Session } from './session-store.ts'

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
