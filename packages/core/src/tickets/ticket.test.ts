import { describe, expect, test } from 'vitest'
import { CreateTicketBody, type TicketStatus, type UpdateTicketBody } from './api.ts'
import { readTicket } from '../read/work.ts'
import { creationStatuses, ticketPriorities, ticketStatuses } from './constants.ts'
import {
  canReopen,
  canResolve,
  compareTickets,
  isClosed,
  notesText,
  priorityLabel,
  reopenReason,
  showsResolution,
  statusEffect,
  summaryTicket,
  ticketNumber,
  ticketStatusLabel,
  ticketTone,
} from './rules.ts'
import {
  creationChoices,
  editWithNote,
  holdsEdit,
  noteIsResolution,
  priorityChoices,
  resolutionOf,
  resolveOutcome,
  resolveSteps,
  statusChoices,
  ticketChanges,
} from './edit.ts'

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

test('[TICKET-15 Q-107] the manager’s menu has every status but REOPENED, which stands there disabled while it is the present one', () => {
  const others = ticketStatuses.filter(status => status !== 'REOPENED')
  for (const status of others) {
    expect(statusChoices(status, 'manager').map(({ value, disabled }) => [value, disabled])).toEqual(
      others.map(one => [one, false]),
    )
  }
  expect(statusChoices('REOPENED', 'manager').filter(choice => choice.disabled)).toEqual([
    { value: 'REOPENED', label: 'Reopened', disabled: true },
  ])
})

test('[CDET-27 TICKET-32] the header’s menu has all eight, whatever the present one is', () => {
  for (const status of ticketStatuses) {
    const choices = statusChoices(status, 'header')
    expect(choices.map(({ value }) => value)).toEqual([...ticketStatuses])
    expect(choices.some(({ disabled }) => disabled)).toBe(false)
  }
})

test('[Q-240] menus say the words of the badges, and send those of the wire', () => {
  for (const { value, label } of statusChoices('REOPENED', 'manager'))
    expect(label).toBe(ticketStatusLabel(value))
  expect(creationChoices.map(({ value, label }) => [value, label])).toEqual([
    ['NEW', 'New'],
    ['ASSIGNED', 'Assigned'],
    ['IN_PROGRESS', 'In progress'],
  ])
  expect(priorityChoices.map(({ value, label }) => [value, label])).toEqual([
    ['LOW', 'Low'],
    ['MEDIUM', 'Medium'],
    ['HIGH', 'High'],
    ['URGENT', 'Urgent'],
  ])
})

test.each<[TicketStatus, TicketStatus | null, string, object | null, boolean]>([
  ['NEW', null, '', null, false],
  ['NEW', null, ' Asked ', { agent_notes: 'Asked' }, false],
  ['NEW', 'NEW', 'Asked', { agent_notes: 'Asked' }, false],
  ['NEW', 'ASSIGNED', '', null, false],
  ['NEW', 'ASSIGNED', ' \n ', null, false],
  ['NEW', 'ASSIGNED', 'Asked', { agent_notes: 'Asked', status: 'ASSIGNED' }, false],
  ['NEW', 'RESOLVED', '', null, true],
  ['NEW', 'RESOLVED', 'Done', { agent_notes: 'Done', status: 'RESOLVED' }, true],
  ['RESOLVED', 'CLOSED', 'Done', { agent_notes: 'Done', status: 'CLOSED' }, false],
  ['CLOSED', 'REOPENED', 'Not done', { agent_notes: 'Not done', status: 'REOPENED' }, false],
  ['NEW', 'CLOSED', 'x'.repeat(4_097), null, true],
])(
  '[TICKET-17 TICKET-18 Q-228 Q-240] of %s, %s with the note %j saves %j; the note is the resolution: %s',
  (current, picked, note, edit, isResolution) => {
    expect(editWithNote(current, picked, note)).toEqual(edit)
    expect(noteIsResolution(current, picked)).toBe(isResolution)
  },
)

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

test('[Q-110 Q-240] badges read like words, each status in a colour', () => {
  expect(ticketStatuses.map(ticketStatusLabel)).toEqual([
    'New',
    'Assigned',
    'In progress',
    'Waiting on customer',
    'Waiting on third party',
    'Resolved',
    'Closed',
    'Reopened',
  ])
  expect(ticketPriorities.map(priorityLabel)).toEqual(['Low', 'Medium', 'High', 'Urgent'])
  expect(Object.keys(ticketTone)).toEqual([...ticketStatuses])
})

describe('[Q-116] two agents edit one ticket', () => {
  const first = { at: '2026-03-02T09:00:00.000Z', by: 'Ann', text: 'Asked the bank' }
  const second = { at: '2026-03-02T10:00:00.000Z', by: 'Brian', text: 'They agreed' }
  const fields = { id: '7', title: 'Late', status: 'IN_PROGRESS', priority: 'LOW', notes: [first] }
  const before = readTicket(fields)
  const after = readTicket({
    ...fields,
    status: 'RESOLVED',
    resolution: 'Paid',
    updated_at: second.at,
    notes: [first, second],
    version: 9,
  })

  test('what changed is told field by field, with the new notes', () => {
    expect(ticketChanges(before, after)).toEqual([
      { what: 'status', from: 'IN_PROGRESS', to: 'RESOLVED' },
      { what: 'resolution', from: '', to: 'Paid' },
      { what: 'note', by: 'Brian', text: 'They agreed' },
    ])
    expect(ticketChanges(before, readTicket({ ...fields, version: 2, updated_at: second.at }))).toEqual([])
  })

  test('a note is new by its time, its author and its words', () => {
    const again = { ...first, at: second.at }
    const hers = { ...first, by: 'Brian' }
    const more = { ...first, text: 'Asked them again' }
    const changes = ticketChanges(before, readTicket({ ...fields, notes: [again, first, hers, more] }))
    expect(changes).toEqual([
      { what: 'note', by: 'Ann', text: 'Asked the bank' },
      { what: 'note', by: 'Brian', text: 'Asked the bank' },
      { what: 'note', by: 'Ann', text: 'Asked them again' },
    ])
    const two = readTicket({ ...fields, notes: [first, second, more] })
    expect(ticketChanges(after, readTicket({ ...fields, notes: [first, second] })).at(-1)).toMatchObject({
      what: 'resolution',
    })
    expect(holdsEdit(before, two, { agent_notes: 'They agreed' })).toBe(true)
  })

  test('notes of a provider that keeps them as one text count as new when the text is another', () => {
    const old = readTicket({ id: '7', agent_notes: 'One' })
    const both = readTicket({ id: '7', agent_notes: 'One\nTwo' })
    expect(ticketChanges(old, both)).toEqual([{ what: 'note', by: null, text: 'One\nTwo' }])
  })

  test.each<[string, UpdateTicketBody, boolean]>([
    ['its note is among the new ones', { agent_notes: ' They agreed ' }, true],
    ['note and status are there', { agent_notes: 'They agreed', status: 'RESOLVED' }, true],
    ['the note is there, the status is another', { agent_notes: 'They agreed', status: 'CLOSED' }, false],
    ['the same words were written before it', { agent_notes: 'Asked the bank' }, false],
    ['a field reads as wanted', { resolution: 'Paid', resolved_at: first.at }, true],
    ['a field reads otherwise', { resolution: 'Unpaid' }, false],
    ['a text was taken away, as wanted', { description: '' }, true],
  ])('an edit whose answer was lost is in the newer version when %s: %j %s', (_, edit, held) => {
    expect(holdsEdit(before, after, edit)).toBe(held)
  })
})

test.each([
  ['IN_PROGRESS', 'RESOLVED', undefined, 'Paid', 'Paid'],
  ['NEW', 'CLOSED', undefined, 'A double of TCK-00001', 'A double of TCK-00001'],
  ['REOPENED', 'RESOLVED', ' ', 'Paid at last', 'Paid at last'],
  ['IN_PROGRESS', 'RESOLVED', 'Paid in full', 'Rang her', 'Paid in full'],
  ['IN_PROGRESS', 'RESOLVED', undefined, '', undefined],
  ['IN_PROGRESS', 'WAITING_ON_CUSTOMER', undefined, 'Rang', undefined],
  ['RESOLVED', 'CLOSED', undefined, 'Nothing more came', undefined],
  ['RESOLVED', 'RESOLVED', undefined, 'Rang', undefined],
  ['RESOLVED', 'RESOLVED', '', 'Rang', ''],
] as const)(
  '[Q-228] from %s to %s with the resolution %j and the note "%s" it is %j',
  (from, to, resolution, note, left) => {
    expect(resolutionOf(from, to, { resolution, note })).toBe(left)
  },
)
