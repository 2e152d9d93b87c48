import { expect, test } from 'vitest'
import { countOfStatus, readTicketPlace, ticketPlaceText } from './rules.ts'

test('[Q-227] a place travels as a text', () => {
  const place = { id: '10', priority: 'HIGH', updated_at: '2026-03-02T09:05:00.000Z' } as const
  expect(ticketPlaceText(place)).toBe('HIGH_2026-03-02T09:05:00.000Z_10')
  expect(readTicketPlace(ticketPlaceText(place))).toEqual(place)
})

test.each([
  '',
  'HIGH',
  'SOON_2026-03-02T09:00:00.000Z_7',
  'HIGH_2026-03-02_7',
  'HIGH_2026-03-02T09:00:00.000Z_0',
])('[Q-227] "%s" is no place', text => {
  expect(readTicketPlace(text)).toBeNull()
})

test('[Q-227] what is left to do is counted over its statuses', () => {
  const counts = { NEW: 2, REOPENED: 1, RESOLVED: 4, CLOSED: 8 }
  expect(countOfStatus(counts, 'OPEN')).toBe(3)
  expect(countOfStatus(counts, 'RESOLVED')).toBe(4)
  expect(countOfStatus(counts, 'ASSIGNED')).toBe(0)
  expect(countOfStatus(counts, undefined)).toBe(15)
})
