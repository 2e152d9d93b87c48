import type { AuditEntry } from '@parley/core/audit/api'
import { auditActions } from '@parley/core/audit/constants'
import { expect, test } from 'vitest'
import {
  actionLabel,
  changeText,
  detailText,
  givenTo,
  groups,
  isChange,
  objectLabel,
  objectPath,
  storedObject,
} from './words.ts'

const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  at: '2026-11-20T08:00:00.000Z',
  action: 'conversation.status',
  by: null,
  address: null,
  on: { noun: 'conversation', id: '5098', name: null },
  before: null,
  after: null,
  ...more,
})

test.each<[AuditEntry['before'], AuditEntry['after'], string]>([
  [{ status: 'ACTIVE' }, { status: 'RESOLVED' }, 'status ACTIVE → RESOLVED'],
  [{ tags: [] }, { tags: ['vip', 'claim'] }, 'tags none → vip, claim'],
  [{ id_verified: false }, { id_verified: true }, 'id verified no → yes'],
  [null, { email: 'a@b', role: 'AGENT' }, 'email a@b; role AGENT'],
  [{ owner: null }, { offered_to: '7' }, 'owner was none; offered to 7'],
  [null, { counts: { rows: 3 } }, 'counts {"rows":3}'],
  [null, null, ''],
])('what changed from %j to %j reads %j', (before, after, text) => {
  expect(detailText(entry({ before, after }))).toBe(text)
})

const week = {
  friday: ['08:00–17:00'],
  monday: ['08:00–12:00', '13:00–17:00'],
  sunday: [],
  tuesday: ['08:00–17:00'],
  holidays: ['12-25 Christmas', '01-01 New Year'],
}

test.each<[AuditEntry['before'], AuditEntry['after'], string]>([
  [week, { ...week, friday: ['08:00–16:00'] }, 'friday 08:00–17:00 → 08:00–16:00'],
  [
    week,
    { ...week, friday: [], tuesday: ['09:00–17:00'], monday: ['08:00–12:00', '14:00–17:00'] },
    'monday added 14:00–17:00; monday removed 13:00–17:00; tuesday 08:00–17:00 → 09:00–17:00; friday 08:00–17:00 → none',
  ],
  [
    week,
    { ...week, holidays: [...week.holidays, '06-03 Martyrs’ Day'] },
    'holidays added 06-03 Martyrs’ Day',
  ],
  [week, { ...week, holidays: ['01-01 New Year'] }, 'holidays removed 12-25 Christmas'],
  [{ tags: ['vip', 'claim'] }, { tags: ['claim', 'vip'] }, 'tags vip, claim → claim, vip'],
  [{ offers: 2, claims: 'Claims' }, { offers: 2, loans: 'Loans' }, 'claims was Claims; loans Loans'],
  [{ counts: { rows: 3 } }, { counts: { rows: 4 } }, 'counts {"rows":3} → {"rows":4}'],
  [week, structuredClone(week), 'nothing changed'],
  [null, { friday: [], monday: ['08:00–12:00'] }, 'monday 08:00–12:00; friday none'],
])('[Q-432] of %j and %j only what differs is said, days in their order: %s', (before, after, text) => {
  expect(detailText({ before, after })).toBe(text)
})

test.each<[AuditEntry['before'], AuditEntry['after'], boolean]>([
  [{ role: 'AGENT' }, { role: 'SUPERVISOR' }, true],
  [null, { role: 'AGENT' }, false],
  [{ role: 'AGENT' }, null, false],
  [null, null, false],
])('[Q-432] from %j to %j is a change: %s', (before, after, is) => {
  expect(isChange({ before, after })).toBe(is)
})

test.each<[AuditEntry['on'], string | null, string | null]>([
  [{ noun: 'conversation', id: '5098', name: null }, 'conversation 5098', '/conversations/5098'],
  [{ noun: 'conversation', id: '5098', name: 'Masika Jolly' }, 'Masika Jolly', '/conversations/5098'],
  [{ noun: 'agent', id: '7', name: 'Brian' }, 'Brian', '/settings/people?person=7'],
  [{ noun: 'customer', id: '9', name: null }, 'customer 9', null],
  [{ noun: 'settings', id: null, name: null }, null, null],
])('%j is shown as %j at %j', (on, label, path) => {
  expect([objectLabel(entry({ on })), objectPath(entry({ on }))]).toEqual([label, path])
})

test('what is stored, as for a file, has no name of a customer', () => {
  const on = { noun: 'conversation', id: '5098', name: 'Masika Jolly' } as const
  expect(storedObject(entry({ on }))).toBe('Conversation 5098')
  expect(storedObject(entry({ on: { noun: 'agent', id: '7', name: 'Brian' } }))).toBe('Brian')
})

test('an agent is named in place of the id, where the name is known', () => {
  const agentName = (id: string) => (id === '7' ? 'Brian' : null)
  expect(changeText(entry({ before: { owner: '7' }, after: { owner: '8' } }), agentName)).toBe(
    'owner Brian → 8',
  )
  const given = (after: AuditEntry['after']) => givenTo(entry({ after }), agentName)
  expect(given({ offered_to: '7' })).toEqual({ to: 'agent', isOffer: true, name: 'Brian' })
  expect(given({ owner: '8' })).toEqual({ to: 'agent', isOffer: false, name: 'agent 8' })
  expect(given({ owner: 'bot' })).toEqual({ to: 'bot' })
  expect(given({ owner: null })).toEqual({ to: 'queue' })
})

test('each action has words and stands in one group', () => {
  for (const action of auditActions) {
    expect(actionLabel(action)).toMatch(/^[A-Z]/)
    const holding = groups.filter(group => group.actions?.includes(action))
    expect([action, holding.length]).toEqual([action, 1])
  }
})
