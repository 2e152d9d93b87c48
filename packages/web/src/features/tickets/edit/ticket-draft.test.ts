import type { TicketStatus } from '@parley/core/tickets/api'
import { readTicket } from '@parley/core/read/work'
import { expect, test } from 'vitest'
import type { TicketDraft } from '../../../data/tickets/drafts.ts'
import {
  baseOf,
  beganTicket,
  briefedTicket,
  canCreate,
  canSendResolution,
  changesSince,
  editOf,
  isBegun,
  isUnsaved,
  newTicketDraft,
  ticketDraft,
  updateLabel,
} from './ticket-draft.ts'

const ticket = readTicket({ id: '7', title: 'Late', status: 'IN_PROGRESS', version: 3 })
const draft = (more: Partial<TicketDraft>): TicketDraft => ({ ...ticketDraft(ticket), ...more })

test('[TICKET-05 TICKET-06] a new ticket begins with MEDIUM and NEW', () => {
  expect(newTicketDraft('c1')).toMatchObject({
    priority: 'MEDIUM',
    status: 'NEW',
    title: '',
    isUndecided: false,
  })
})

test.each([
  ['', '', false],
  ['  \n', '', false],
  ['x', '', true],
  ['x'.repeat(200), '', true],
  [`${'x'.repeat(200)}  `, '', true],
  ['x'.repeat(201), '', false],
  ['x', 'y'.repeat(4_097), false],
])('[TICKET-08 Q-113] a title %j with a description %j can be created: %s', (title, description, can) => {
  expect(canCreate({ ...newTicketDraft('c1'), title, description })).toBe(can)
})

test.each<[TicketStatus | null, string, string, object | null]>([
  [null, '', 'Update Ticket Notes', null],
  [null, ' \n ', 'Update Ticket Notes', null],
  [null, ' Asked ', 'Update Ticket Notes', { agent_notes: 'Asked' }],
  ['IN_PROGRESS', 'Asked', 'Update Ticket Notes', { agent_notes: 'Asked' }],
  ['CLOSED', '', 'Update to Closed', null],
  ['CLOSED', 'Done', 'Update to Closed', { agent_notes: 'Done', status: 'CLOSED' }],
  [null, 'x'.repeat(4_097), 'Update Ticket Notes', null],
])(
  '[TICKET-18 TICKET-19 TICKET-20 Q-110 Q-240] status %s and note %j: "%s", sends %j',
  (status, note, label, edit) => {
    expect(updateLabel(ticket, draft({ status, note }))).toBe(label)
    expect(editOf(ticket, draft({ status, note }))).toEqual(edit)
  },
)

test.each([
  ['', false],
  [' \n', false],
  ['Paid', true],
  ['x'.repeat(4_097), false],
])('[TICKET-10] a resolution %j can be sent: %s', (text, can) => {
  expect(canSendResolution(text)).toBe(can)
})

test.each<[string, Partial<TicketDraft>, boolean, boolean]>([
  ['nothing', {}, false, false],
  ['a picked status', { status: 'CLOSED' }, true, false],
  ['an open, empty resolve form', { resolution: '' }, true, false],
  ['a note', { note: 'x' }, true, true],
  ['blanks', { note: '  ' }, true, false],
  ['a resolution', { resolution: 'x' }, true, true],
])('[Q-067] %s is kept: %s; closing asks about it: %s', (_, more, kept, asks) => {
  expect(isBegun(draft(more))).toBe(kept)
  expect(isUnsaved({ creating: null, edits: { 7: draft(more) } })).toBe(asks)
})

test('[Q-067] closing asks about the words of a new ticket', () => {
  const creating = newTicketDraft('c1')
  expect(isUnsaved({ creating, edits: {} })).toBe(false)
  expect(isUnsaved({ creating: { ...creating, title: 'x' }, edits: {} })).toBe(true)
  expect(isUnsaved({ creating: { ...creating, description: 'x' }, edits: {} })).toBe(true)
})

test('[Q-104 Q-116] a draft is saved on the version that was looked at, and on a newer one that reads the same', () => {
  const begun = draft({ note: 'x' })
  const same = { ...ticket, version: 5, updated_at: '2026-03-02T09:00:00.000Z' }
  const other = { ...ticket, version: 5, priority: 'URGENT' } as const
  expect(changesSince(begun, ticket)).toEqual([])
  expect(baseOf(begun, same)).toBe(same)
  expect(changesSince(begun, other)).toEqual([{ what: 'priority', from: 'MEDIUM', to: 'URGENT' }])
  expect(baseOf(begun, other)).toBe(ticket)
})

const source = { customer: { name: 'Nakato', number: null }, words: 'I paid', brief: null }
const brief = { wants: { label: 'Check payment' }, slots: [] }
const filled = beganTicket(null, 'c1', source)

test('[Q-392] a form that was only filled in is no loss, and gets what else is known', () => {
  expect(filled).toMatchObject({ title: 'I paid', description: 'Customer: Nakato\n\n“I paid”' })
  expect(isUnsaved({ creating: filled, edits: {} })).toBe(false)
  const briefed = briefedTicket(filled, 'c1', { ...source, brief })
  expect(briefed?.description).toBe('Customer: Nakato\nWants: Check payment\n\n“I paid”')
  expect(isUnsaved({ creating: briefed, edits: {} })).toBe(false)
  expect(beganTicket(briefed, 'c2', { ...source, words: null })).toMatchObject({ title: '', description: '' })
})

test('[Q-392] what was written stays when the summary comes, and when another message is chosen', () => {
  const written = { ...filled, description: 'Paid twice' }
  expect(isUnsaved({ creating: written, edits: {} })).toBe(true)
  expect(briefedTicket(written, 'c1', { ...source, brief })).toBe(written)
  expect(briefedTicket(filled, 'another', { ...source, brief })).toBe(filled)
  expect(briefedTicket(null, 'c1', { ...source, brief })).toBeNull()
  const quoting = beganTicket(written, 'c2', { ...source, words: 'Still pending' })
  expect(quoting).toMatchObject({ clientId: 'c1', description: 'Paid twice\n\n“Still pending”' })
  expect(beganTicket(quoting, 'c2', { ...source, words: 'Still pending' })).toBe(quoting)
  expect(beganTicket(written, 'c2', { ...source, words: null })).toBe(written)
  const undecided = { ...filled, isUndecided: true }
  expect(isUnsaved({ creating: undecided, edits: {} })).toBe(true)
  expect(beganTicket(undecided, 'c2', { ...source, words: 'Still pending' })).toBe(undecided)
  expect(briefedTicket(undecided, 'c1', { ...source, brief })).toBe(undecided)
})
