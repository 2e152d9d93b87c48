import { describe, expect, test } from 'vitest'
import { closedBySessionEnd, closedForRestart, closedForSecondFactor } from './constants.ts'
import {
  afterAgentClose,
  afterNotificationClose,
  connectTimeoutMs,
  isBehind,
  maxNotificationAttempts,
  mostRestartTries,
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

const closed = { attempts: 0, restarting: false, chance: 0.5 }

describe('the agent socket after a close', () => {
  test.each([1001, 1005, 1006, 1008, 1011, 1013, 4000])('[WS-05] tries again after 5 s on %i', code => {
    expect(afterAgentClose({ ...closed, code })).toEqual({ retryAfterMs: 5_000 })
  })
  test('[Q-150] tries again a minute after a clean close by the server', () => {
    expect(afterAgentClose({ ...closed, code: 1000 })).toEqual({ retryAfterMs: 60_000 })
  })
  test.each([
    { what: 'at once', code: closedForRestart, attempts: 0, chance: 0, ms: 0 },
    { what: 'spread over a second', code: closedForRestart, attempts: 0, chance: 0.9, ms: 900 },
    { what: 'again soon, where nobody answers yet', code: 1006, attempts: 1, chance: 0, ms: 500 },
    { what: 'still soon', code: 1006, attempts: mostRestartTries - 1, chance: 0.5, ms: 1_000 },
    { what: 'as after a cut in the end', code: 1006, attempts: mostRestartTries, chance: 0.5, ms: 5_000 },
  ])('[Q-333] tries a server that starts anew $what', ({ ms, code, attempts, chance }) => {
    expect(afterAgentClose({ code, attempts, chance, restarting: true })).toEqual({ retryAfterMs: ms })
  })
  test('[Q-080] does not once the session ended', () => {
    expect(afterAgentClose({ ...closed, code: closedBySessionEnd })).toEqual({ stop: 'session-ended' })
  })
  test('[Q-171] does not as long as a second factor is missing', () => {
    expect(afterAgentClose({ ...closed, code: closedForSecondFactor })).toEqual({
      stop: 'second-factor-missing',
    })
  })
})

describe('the notification socket after a close', () => {
  test.each([0, 1, 2, 3, 4])('[WS-09 CONST-02] tries again after 5 s, %i attempts made', attempts => {
    expect(afterNotificationClose({ ...closed, code: 1006, attempts })).toEqual({ retryAfterMs: 5_000 })
    expect(afterNotificationClose({ ...closed, code: 1000, attempts })).toEqual({ retryAfterMs: 5_000 })
  })
  test.each([5, 6])('[WS-11 CONST-02] gives up after five attempts: %i made', attempts => {
    expect(afterNotificationClose({ ...closed, code: 1006, attempts })).toEqual({ stop: 'given-up' })
  })
  test('[WS-10] tries again once an open has set the count back', () => {
    expect(afterNotificationClose({ ...closed, code: 1006, attempts: maxNotificationAttempts })).toEqual({
      stop: 'given-up',
    })
    expect(afterNotificationClose({ ...closed, code: 1006, attempts: 0 })).toEqual({ retryAfterMs: 5_000 })
  })
  test('[Q-333] tries a server that starts anew at once, and then as ever', () => {
    expect(afterNotificationClose({ ...closed, code: closedForRestart })).toEqual({ retryAfterMs: 500 })
    expect(afterNotificationClose({ ...closed, code: 1006, attempts: 1 })).toEqual({ retryAfterMs: 5_000 })
  })
  test('[Q-080] stops once the session ended', () => {
    expect(afterNotificationClose({ ...closed, code: closedBySessionEnd, attempts: 0 })).toEqual({
      stop: 'session-ended',
    })
  })
  test('[Q-171] stops as long as a second factor is missing', () => {
    expect(afterNotificationClose({ ...closed, code: closedForSecondFactor, attempts: 0 })).toEqual({
      stop: 'second-factor-missing',
    })
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
