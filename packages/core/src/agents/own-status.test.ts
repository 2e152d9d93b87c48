import { expect, test } from 'vitest'
import { readAgent } from '../read/entities.ts'
import { awayDetail, awayStatusOf, statusLine, statusWord, tidyStatusReason } from './rules.ts'

const now = Date.parse('2026-11-19T12:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const agent = (more: object) => readAgent({ id: '7', name: 'Amina', is_online: false, ...more })

test.each([
  [{ status: 'AVAILABLE', is_online: true }, 'Available', null],
  // Signed out everywhere: the status set by the agent no longer counts.
  [{ status: 'AVAILABLE' }, 'Offline', null],
  [{ status: 'OFFLINE' }, 'Offline', null],
  [{ status: 'AWAY' }, 'Offline', null],
  [{ status: 'BUSY' }, 'Busy', 'BUSY'],
  [{ status: 'busy' }, 'Busy', 'BUSY'],
  [{ status: 'ON_BREAK' }, 'On a break', 'ON_BREAK'],
  [{ status: 'FINISHING' }, 'Finishing', 'FINISHING'],
])('[Q-235 AGENT-01] %j is %s, in one word', (said, word, away) => {
  expect(statusWord(agent(said))).toBe(word)
  expect(awayStatusOf(agent(said))).toBe(away)
})

test.each([
  [{ status_reason: 'Lunch', status_since: at(-18), status_until: at(12) }, 'Lunch, 12 min left'],
  [{ status_reason: 'Lunch', status_since: at(-29.5), status_until: at(0.5) }, 'Lunch, under a minute left'],
  [{ status_reason: 'Lunch', status_since: at(-31), status_until: at(-1) }, 'Lunch, under a minute left'],
  [{ status_reason: 'Lunch', status_since: at(0.4), status_until: at(30.4) }, 'Lunch, 30 min left'],
  [{ status_reason: 'Training', status_since: at(-20) }, 'Training, for 20 min'],
  [{ status_since: at(-60) }, 'for 1 h'],
  [{ status_since: at(-125) }, 'for 2 h 5 min'],
  [{ status_since: at(-0.9) }, 'just now'],
  // A server clock that is ahead of the browser's.
  [{ status_since: at(3) }, 'just now'],
  [{}, null],
])('[Q-235] what is behind a break like %j', (said, detail) => {
  const away = agent({ status: 'ON_BREAK', ...said })
  expect(awayDetail(away, now)).toBe(detail)
  expect(statusLine(away, now)).toBe(detail === null ? 'On a break' : `On a break · ${detail}`)
})

test('[Q-391] the end of a shift says since when, and not when it would run out', () => {
  const ending = agent({ status: 'FINISHING', status_since: at(-5), status_until: at(3) })
  expect(statusLine(ending, now)).toBe('Finishing · for 5 min')
})

test('[Q-235] who is available or gone has no reason, whatever was kept of one', () => {
  const kept = { status_reason: 'Lunch', status_since: at(-5), status_until: at(5) }
  expect(statusLine(agent({ status: 'AVAILABLE', is_online: true, ...kept }), now)).toBe('Available')
  expect(statusLine(agent({ status: 'OFFLINE', ...kept }), now)).toBe('Offline')
})

test.each([
  [undefined, null],
  [null, null],
  [' \n ', null],
  ['  Lunch\n with  Joy ', 'Lunch with Joy'],
  ['🌍'.repeat(80), '🌍'.repeat(80)],
])('[Q-235] the reason %j is kept as %j', (said, kept) => {
  expect(tidyStatusReason(said)).toBe(kept)
})
