import type { AuditEntry } from '@parley/core/audit/api'
import { auditActions } from '@parley/core/audit/constants'
import { expect, test } from 'vitest'
import {
  actionLabel,
  changeText,
  detailText,
  givenTo,
  groups,
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
