import { describe, expect, test } from 'vitest'
import {
  CreateTicketBody,
  creationStatuses,
  type TicketStatus,
  ticketPriorities,
  ticketStatuses,
} from '../api/tickets.ts'
import {
  canReopen,
  canResolve,
  compareTickets,
  isClosed,
  notesText,
  reopenReason,
  resolveOutcome,
  resolveSteps,
  showsResolution,
  statusChoices,
  statusEffect,
  summaryTicket,
  ticketNumber,
} from './ticket.ts'

test('[TICKET-05 TICKET-06 TICKET-31] the words, and what a new ticket may have and has', () => {
  expect(ticketStatuses).toEqual([
    'NEW',
    'ASSIGNED',
    'IN_PROGRESS',
    'WAITING_ON_CUSTOMER',
    'WAITING_ON_THIRD_PARTY',
    'RESOLVED',
    'CLOSED',
    'REOPENED',
  ])
  expect(ticketPriorities).toEqual(['LOW', 'MEDIUM', 'HIGH', 'URGENT'])
  expect(creationStatuses).toEqual(['NEW', 'ASSIGNED', 'IN_PROGRESS'])
  const raised = CreateTicketBody.parse({ conversation_id: '1', title: ' x ' })
  expect(raised).toMatchObject({ title: 'x', description: '', priority: 'MEDIUM', status: 'NEW' })
})

test.each([
  [1, 'TCK-00001'],
  [99_999, 'TCK-99999'],
  [100_000, 'TCK-100000'],
])('ticket %i has the number %s', (n, number) => {
  expect(ticketNumber(n)).toBe(number)
})

test.each<[TicketStatus, boolean, boolean]>([
  ['NEW', false, false],
  ['ASSIGNED', false, false],
  ['IN_PROGRESS', true, false],
  ['WAITING_ON_CUSTOMER', true, false],
  ['WAITING_ON_THIRD_PARTY', true, false],
  ['RESOLVED', false, true],
  ['CLOSED', false, true],
  ['REOPENED', false, false],
])('[TICKET-23 TICKET-27] %s: resolving is offered %s, opening again %s', (status, resolve, reopen) => {
  expect(canResolve(status)).toBe(resolve)
  expect(canReopen(status)).toBe(reopen)
})

test.each<[TicketStatus, string | null, boolean]>([
  ['RESOLVED', '2026-03-02T09:00:00.000Z', true],
  ['CLOSED', '2026-03-02T09:00:00.000Z', true],
  ['RESOLVED', null, false],
  ['REOPENED', '2026-03-02T09:00:00.000Z', false],
  ['IN_PROGRESS', null, false],
])('[TICKET-14] %s with resolved_at %j shows its resolution: %s', (status, resolved_at, shown) => {
  expect(showsResolution({ status, resolved_at })).toBe(shown)
})

test('[TICKET-15 Q-107] the menu has every status but REOPENED, which stands there disabled while it is the present one', () => {
  const others = ticketStatuses.filter(status => status !== 'REOPENED')
  for (const status of others) {
    expect(statusChoices(status)).toEqual(others.map(one => ({ status: one, disabled: false })))
  }
  expect(statusChoices('REOPENED').filter(choice => choice.disabled)).toEqual([
    { status: 'REOPENED', disabled: true },
  ])
})

describe('[TICKET-25 TICKET-29 TICKET-30] what a change of status does', () => {
  test.each<[TicketStatus, TicketStatus, ReturnType<typeof statusEffect>]>([
    ['IN_PROGRESS', 'RESOLVED', { resolvedAt: 'set', reopens: false }],
    ['NEW', 'CLOSED', { resolvedAt: 'set', reopens: false }],
    ['RESOLVED', 'CLOSED', { resolvedAt: 'keep', reopens: false }],
    ['RESOLVED', 'RESOLVED', { resolvedAt: 'keep', reopens: false }],
    ['CLOSED', 'REOPENED', { resolvedAt: 'clear', reopens: true }],
    ['RESOLVED', 'IN_PROGRESS', { resolvedAt: 'clear', reopens: true }],
    ['NEW', 'REOPENED', { resolvedAt: 'keep', reopens: true }],
    ['REOPENED', 'REOPENED', { resolvedAt: 'keep', reopens: false }],
    ['NEW', 'ASSIGNED', { resolvedAt: 'keep', reopens: false }],
  ])('%s to %s', (from, to, effect) => {
    expect(statusEffect(from, to)).toEqual(effect)
  })

  test('[TICKET-32] of any two, so that a ticket is resolved at some time exactly while it is closed', () => {
    for (const from of ticketStatuses) {
      for (const to of ticketStatuses) {
        const { resolvedAt } = statusEffect(from, to)
        const after = resolvedAt === 'keep' ? isClosed(from) : resolvedAt === 'set'
        expect({ from, to, after }).toEqual({ from, to, after: isClosed(to) })
      }
    }
  })
})

test('[TICKET-25] resolving first sets the status; with a text a second step adds it and the time', () => {
  const now = new Date('2026-03-02T09:00:00.000Z')
  expect(resolveSteps(' Paid ', now)).toEqual([
    { status: 'RESOLVED' },
    { resolution: 'Paid', resolved_at: '2026-03-02T09:00:00.000Z' },
  ])
  expect(resolveSteps('  ', now)).toEqual([{ status: 'RESOLVED' }])
})

test.each([
  [true, true, 'resolved'],
  [true, false, 'without-text'],
  [false, true, 'without-status'],
  [false, false, 'failed'],
] as const)('[TICKET-26 Q-109] status saved %s, text saved %s: %s', (status, text, outcome) => {
  expect(resolveOutcome(status, text)).toBe(outcome)
})

test('[TICKET-28] the reason of the console’s own reopening', () => {
  expect(reopenReason).toBe('Reopened by agent')
})

describe('[Q-115] which ticket stands for a conversation', () => {
  const ticket = (id: string, status: TicketStatus, day: number) => ({
    id,
    status,
    created_at: `2026-03-0${day}T09:00:00.000Z`,
  })
  const old = ticket('1', 'NEW', 1)
  const open = ticket('2', 'REOPENED', 2)
  const done = ticket('3', 'CLOSED', 3)
  test.each([
    ['the one that its row names', [old, open, done], '1', old],
    ['else the newest open one', [old, done, open], null, open],
    ['else the newest', [ticket('9', 'RESOLVED', 1), done], null, done],
    ['also where the row names one that is not there', [old, done], '77', old],
    ['none without tickets', [], '1', null],
  ])('%s', (_, tickets, named, expected) => {
    expect(summaryTicket(tickets, named)).toEqual(expected)
  })
  test('of two of one instant the greater id is the newer', () => {
    expect(
      [ticket('9', 'NEW', 1), ticket('10', 'NEW', 1), old].toSorted(compareTickets).map(one => one.id),
    ).toEqual(['10', '9', '1'])
  })
})

test('[Q-111] notes as one text have their time and author', () => {
  expect(notesText([])).toBeNull()
  expect(
    notesText([
      { at: '2026-03-02T09:00:00.000Z', by: 'Ann', text: 'Asked the bank' },
      { at: '2026-03-02T10:00:00.000Z', by: 'Brian', text: 'They agreed' },
    ]),
  ).toBe('2026-03-02T09:00:00.000Z Ann\nAsked the bank\n\n2026-03-02T10:00:00.000Z Brian\nThey agreed')
})
