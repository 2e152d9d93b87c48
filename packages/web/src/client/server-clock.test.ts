import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

const local = new Date('2026-11-19T09:10:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ now: local })
})
afterEach(() => {
  noteServerTime(local.toUTCString(), local.getTime())
  vi.useRealTimers()
})

test('a machine whose clock is ten minutes fast tells time as the server does', () => {
  noteServerTime('Thu, 19 Nov 2026 09:00:00 GMT', Date.now())
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-19T09:00:00.000Z')
  vi.advanceTimersByTime(5_000)
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-19T09:00:05.000Z')
})

test.each([[null], ['yesterday']])('an answer with %j as its date changes nothing', header => {
  noteServerTime('Thu, 19 Nov 2026 09:00:00 GMT', Date.now())
  noteServerTime(header, Date.now())
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-19T09:00:00.000Z')
})
