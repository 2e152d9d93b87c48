import { describe, expect, test } from 'vitest'
import type { Reach } from './api.ts'
import {
  closesSoon,
  composerMode,
  reachProblem,
  soonMs,
  staysTrueMs,
  timeLeft,
  wantsTemplate,
  windowClosesAt,
} from './window.ts'

const wrote = new Date('2026-03-02T09:00:00.000Z')
const hours = 3_600_000
const minutes = 60_000
/** The time `ms` milliseconds after the customer wrote. */
const after = (ms: number): Date => new Date(wrote.getTime() + ms)
const closes = after(24 * hours)

const reachOf = (more: Partial<Reach> = {}): Reach => ({
  has_window: true,
  wrote_at: wrote.toISOString(),
  closes_at: closes.toISOString(),
  unreachable: null,
  ...more,
})

describe('when the window closes', () => {
  test.each([
    ['the customer never wrote', null, null, null],
    ['the customer never wrote, and WhatsApp refused', null, after(0), null],
    ['24 hours after they wrote', wrote, null, closes],
    ['WhatsApp refused a later try: then', wrote, after(2 * hours), after(2 * hours)],
    ['they wrote after the try that WhatsApp refused', wrote, after(-1), closes],
    ['they wrote in the moment of the try', wrote, wrote, closes],
    ['WhatsApp refused when it was closed anyway', wrote, after(25 * hours), closes],
  ])('[Q-184] %s', (_, wroteAt, refusedAt, expected) => {
    expect(windowClosesAt(wroteAt, refusedAt)).toEqual(expected)
  })
})

describe('what can be sent', () => {
  test.each([
    ['in the moment in which they wrote', 0, 'open'],
    ['at 23:59:59', 24 * hours - 1000, 'open'],
    ['at 23:59:59.999', 24 * hours - 1, 'open'],
    ['at 24:00:00 exactly', 24 * hours, 'template-only'],
    ['at 24:00:01', 24 * hours + 1000, 'template-only'],
    ['a month later', 30 * 24 * hours, 'template-only'],
  ])('[Q-184] %s', (_, ms, is) => {
    expect(composerMode(reachOf(), after(ms)).is).toBe(is)
  })

  test.each([
    [
      'who never wrote',
      reachOf({ wrote_at: null, closes_at: null }),
      { is: 'template-only', why: 'never-written', wroteAt: null },
    ],
    [
      'whose time is over',
      reachOf({ closes_at: after(-hours).toISOString(), wrote_at: after(-25 * hours).toISOString() }),
      { is: 'template-only', why: 'over', wroteAt: after(-25 * hours) },
    ],
    [
      'whom WhatsApp says to be late',
      reachOf({ closes_at: after(-hours).toISOString(), wrote_at: after(-2 * hours).toISOString() }),
      { is: 'template-only', why: 'refused', wroteAt: after(-2 * hours) },
    ],
    [
      'who cannot be reached, though the window is open',
      reachOf({ unreachable: 'blocked' }),
      { is: 'unreachable', why: 'blocked' },
    ],
    ['of whom a provider tells nothing', null, { is: 'open', closesAt: null }],
  ] as const)('[Q-184] to a customer %s', (_, reach, mode) => {
    expect(composerMode(reach, wrote)).toEqual(mode)
  })

  test('[Q-184] each mode in which nothing goes says why, and what to do about it', () => {
    const late = after(25 * hours)
    const said = [
      reachOf({ wrote_at: null, closes_at: null }),
      reachOf(),
      reachOf({ closes_at: after(hours).toISOString() }),
      reachOf({ unreachable: 'not-on-whatsapp' }),
      reachOf({ unreachable: 'blocked' }),
      reachOf({ unreachable: 'no-address' }),
    ].map(reach => reachProblem(composerMode(reach, late)))
    for (const problem of said) {
      expect(problem?.sentence).toMatch(/\.$/)
      expect(problem?.remedy).toMatch(/\.$/)
    }
    expect(new Set(said.map(problem => problem?.sentence)).size).toBe(said.length)
    expect(reachProblem(composerMode(reachOf(), wrote))).toBeNull()
  })
})

describe('how long it stays open', () => {
  test.each([
    [24 * hours, '24 h', '24 h'],
    [24 * hours - 1, '24 h', '24 h'],
    [23 * hours + 59 * minutes, '23 h', '23 h'],
    [5 * hours + 30 * minutes, '5 h', '5 h'],
    [4 * hours + 1, '4 h', '4 h'],
    [4 * hours, '4 h', '4 h'],
    [4 * hours - minutes, '3 h 59 min', '3 h'],
    [3 * hours + 12 * minutes, '3 h 12 min', '3 h'],
    [hours, '1 h', '1 h'],
    [hours - 1, '1 h', '1 h'],
    [59 * minutes, '59 min', '59 min'],
    [minutes + 1, '2 min', '2 min'],
    [minutes, '1 min', '1 min'],
    [1, '1 min', '1 min'],
  ])('[Q-184] %i ms before it closes', (left, long, short) => {
    expect(timeLeft(closes, new Date(closes.getTime() - left))).toEqual({ long, short })
  })

  test.each([
    [soonMs + 1, false],
    [soonMs, true],
    [1, true],
    [0, false],
  ])('[Q-184] it closes soon %i ms before it does: %s', (left, soon) => {
    const now = new Date(closes.getTime() - left)
    expect(closesSoon(composerMode(reachOf(), now), now)).toBe(soon)
  })

  test('[Q-184] whoever looks again when told to sees every change, at its first millisecond, and nothing else', () => {
    const saidAt = (ms: number) => {
      const now = after(ms)
      const mode = composerMode(reachOf(), now)
      return JSON.stringify([
        mode.is,
        closesSoon(mode, now),
        mode.is === 'open' && timeLeft(closes, now).long,
      ])
    }
    let at = 0
    let looks = 0
    for (;;) {
      const stays = staysTrueMs(composerMode(reachOf(), after(at)), after(at))
      if (stays === null) break
      expect(stays).toBeGreaterThan(0)
      expect(saidAt(at + stays - 1)).toBe(saidAt(at))
      expect(saidAt(at + stays)).not.toBe(saidAt(at))
      at += stays
      looks += 1
    }
    expect(at).toBe(24 * hours)
    // Once for each of the first twenty hours, once when it begins to close soon, then every minute of the last four hours.
    expect(looks).toBe(20 + 1 + 240)
  })
})

test.each([
  ['window', true],
  ['131047', true],
  ['470', true],
  ['unreachable', false],
  ['131026', false],
])('[Q-184 Q-185] whether a template goes where a message failed with %s', (code, wants) => {
  expect(wantsTemplate({ code })).toBe(wants)
})

test('[Q-184] no failure wants a template', () => {
  expect(wantsTemplate(null)).toBe(false)
})
