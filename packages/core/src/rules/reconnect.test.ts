import { describe, expect, test } from 'vitest'
import { closedBySessionEnd, closedForSecondFactor } from '../words/sockets.ts'
import {
  afterAgentClose,
  afterNotificationClose,
  connectTimeoutMs,
  isBehind,
  maxNotificationAttempts,
  periodicEveryMs,
  pingEveryMs,
  pollEveryMs,
  reconnectAfterMs,
  transportDefaults,
} from './reconnect.ts'

test('[WS-02 CONST-01] the agent socket pings every 30 s and reconnects after 5 s', () => {
  expect(pingEveryMs).toBe(30_000)
  expect(reconnectAfterMs).toBe(5_000)
})

describe('the agent socket after a close', () => {
  test.each([1001, 1005, 1006, 1008, 1011, 1012, 4000])('[WS-05] tries again after 5 s on %i', code => {
    expect(afterAgentClose(code)).toEqual({ retryAfterMs: 5_000 })
  })
  test('[Q-150] tries again a minute after a clean close by the server', () => {
    expect(afterAgentClose(1000)).toEqual({ retryAfterMs: 60_000 })
  })
  test('[Q-080] does not once the session ended', () => {
    expect(afterAgentClose(closedBySessionEnd)).toEqual({ stop: 'session-ended' })
  })
  test('[Q-171] does not as long as a second factor is missing', () => {
    expect(afterAgentClose(closedForSecondFactor)).toEqual({ stop: 'second-factor-missing' })
  })
})

describe('the notification socket after a close', () => {
  test.each([0, 1, 2, 3, 4])('[WS-09 CONST-02] tries again after 5 s, %i attempts made', attempts => {
    expect(afterNotificationClose(1006, attempts)).toEqual({ retryAfterMs: 5_000 })
    expect(afterNotificationClose(1000, attempts)).toEqual({ retryAfterMs: 5_000 })
  })
  test.each([5, 6])('[WS-11 CONST-02] gives up after five attempts: %i made', attempts => {
    expect(afterNotificationClose(1006, attempts)).toEqual({ stop: 'given-up' })
  })
  test('[WS-10] tries again once an open has set the count back', () => {
    expect(afterNotificationClose(1006, maxNotificationAttempts)).toEqual({ stop: 'given-up' })
    expect(afterNotificationClose(1006, 0)).toEqual({ retryAfterMs: 5_000 })
  })
  test('[Q-080] stops once the session ended', () => {
    expect(afterNotificationClose(closedBySessionEnd, 0)).toEqual({ stop: 'session-ended' })
  })
  test('[Q-171] stops as long as a second factor is missing', () => {
    expect(afterNotificationClose(closedForSecondFactor, 0)).toEqual({ stop: 'second-factor-missing' })
  })
})

test('[CONST-03 Q-083] polls every 30 s, the periodic action runs every 60 s', () => {
  expect(pollEveryMs).toBe(30_000)
  expect(periodicEveryMs).toBe(60_000)
})

test('[WS-14 Q-081] the transport’s defaults are 1 s, 5 s and 20 s; 20 s is the connect time-out of all', () => {
  expect(transportDefaults).toEqual({
    reconnectionDelayMs: 1_000,
    maxDelayMs: 5_000,
    connectTimeoutMs: 20_000,
  })
  expect(connectTimeoutMs).toBe(20_000)
})

test.each([
  ['live', { open: true, ready: true, pingSentAt: null }, false],
  ['a ping under way', { open: true, ready: true, pingSentAt: 1 }, false],
  ['a ping unanswered for 10 s', { open: true, ready: true, pingSentAt: 0 }, true],
  ['not caught up', { open: true, ready: false, pingSentAt: null }, true],
  ['no socket', { open: false, ready: true, pingSentAt: null }, true],
])('the screen is behind: %s', (_, link, behind) => {
  expect(isBehind(link, 10_000)).toBe(behind)
})
