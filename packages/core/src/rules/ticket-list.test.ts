import { expect, test } from 'vitest'
import type { TicketRowEntity } from '../entities/ticket.ts'
import {
  compareTicketRows,
  countOfStatus,
  matchesTicketFilter,
  readTicketPlace,
  type TicketFilter,
  ticketPlaceText,
} from './ticket-list.ts'

const row: TicketRowEntity = {
  id: '7',
  ticket_number: 'TCK-00007',
  conversation_id: '5',
  title: 'Payment late',
  status: 'IN_PROGRESS',
  priority: 'HIGH',
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
  version: 1,
  customer: { name: 'Élise Nakato', phone_number: '+256772000002' },
  agent: { id: '3', name: 'Ann' },
}

test.each<[TicketFilter, Partial<TicketRowEntity>, boolean]>([
  [{}, {}, true],
  [{ status: 'OPEN' }, {}, true],
  [{ status: 'OPEN' }, { status: 'REOPENED' }, true],
  [{ status: 'OPEN' }, { status: 'RESOLVED' }, false],
  [{ status: 'OPEN' }, { status: 'CLOSED' }, false],
  [{ status: 'CLOSED' }, { status: 'CLOSED' }, true],
  [{ status: 'CLOSED' }, { status: 'RESOLVED' }, false],
  [{ priority: 'HIGH' }, {}, true],
  [{ priority: 'LOW' }, {}, false],
  [{ assigneeId: '3' }, {}, true],
  [{ assigneeId: '4' }, {}, false],
  [{ assigneeId: 'none' }, {}, false],
  [{ assigneeId: 'none' }, { agent: null }, true],
  [{ assigneeId: '3' }, { agent: null }, false],
  [{ search: ' ' }, {}, true],
  [{ search: 'late payment' }, {}, true],
  [{ search: 'nakato élise' }, {}, true],
  [{ search: 'payment nakato' }, {}, false],
  [{ search: '0772 000 002' }, {}, true],
  [{ search: 'tck-7' }, {}, true],
  [{ search: 'tck-8' }, {}, false],
])('[Q-227] %j with %j is listed: %s', (filter, more, isListed) => {
  expect(matchesTicketFilter({ ...row, ...more }, filter)).toBe(isListed)
})

test('[Q-227] the most urgent first, then what was changed last, then the greater id', () => {
  const at = (minute: number) => `2026-03-02T09:0${minute}:00.000Z`
  const ordered = [
    { id: '1', priority: 'URGENT', updated_at: at(0) },
    { id: '10', priority: 'HIGH', updated_at: at(5) },
    { id: '9', priority: 'HIGH', updated_at: at(5) },
    { id: '11', priority: 'HIGH', updated_at: at(1) },
    { id: '12', priority: 'MEDIUM', updated_at: at(9) },
    { id: '13', priority: 'LOW', updated_at: at(9) },
  ] as const
  expect(ordered.toReversed().toSorted(compareTicketRows)).toEqual(ordered)
  for (const place of ordered) expect(readTicketPlace(ticketPlaceText(place))).toEqual(place)
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
