import type { WebhookLedger } from '@parley/core/channel/webhooks'
import { describe, expect, test } from 'vitest'
import { ledgerBars } from './Ledger.tsx'

const counts = { received: 10, shown: 4, folded: 3, noted: 2, refused: 1 }

const ledger = (from: string, until: string, starts: readonly string[]): WebhookLedger => ({
  ...counts,
  from,
  until,
  unfinished: 0,
  steps: starts.map(start => ({ ...counts, from: start })),
  items: [],
})

describe('[Q-177] the bars of what came', () => {
  test.each([
    [
      'Africa/Kampala',
      '2026-11-22T20:30:00.000Z',
      '2026-11-22T23:30:00.000Z',
      ['23:00', '00:00', '01:00', '02:00'],
    ],
    ['Asia/Kathmandu', '2026-11-22T20:30:00.000Z', '2026-11-22T22:00:00.000Z', ['02:00', '03:00']],
  ])('in %s an hour in which nothing came has its place', (zone, from, until, shorts) => {
    const bars = ledgerBars(ledger(from, until, []), 'hour', zone)
    expect(bars.map(({ short }) => short)).toEqual(shorts)
    expect(bars.every(({ parts }) => parts.every(part => part === 0))).toBe(true)
  })

  test('what came stands in its hour, by how it ended', () => {
    const bars = ledgerBars(
      ledger('2026-11-22T20:30:00.000Z', '2026-11-22T22:30:00.000Z', ['2026-11-22T21:00:00.000Z']),
      'hour',
      'Africa/Kampala',
    )
    expect(bars).toEqual([
      expect.objectContaining({ label: 'Sun, Nov 22, 23:00', parts: [0, 0, 0] }),
      {
        label: 'Mon, Nov 23, 00:00',
        short: '00:00',
        parts: [4, 3, 3],
        words: '4 shown, 3 folded, 2 noted, 1 refused',
      },
      expect.objectContaining({ short: '01:00', parts: [0, 0, 0] }),
    ])
  })

  test('days begin where the workspace’s do, one of 23 hours too', () => {
    const bars = ledgerBars(
      ledger('2026-03-28T12:00:00.000Z', '2026-03-30T12:00:00.000Z', ['2026-03-29T22:00:00.000Z']),
      'day',
      'Europe/Berlin',
    )
    expect(bars.map(({ short, parts }) => [short, parts[0]])).toEqual([
      ['Mar 28', 0],
      ['Mar 29', 0],
      ['Mar 30', 4],
    ])
  })
})
