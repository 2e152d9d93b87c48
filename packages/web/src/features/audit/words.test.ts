import type { AuditEntry } from '@parley/core/audit/api'
import { auditActions } from '@parley/core/audit/constants'
import { expect, test } from 'vitest'
import { actionLabel, detailText, groups, objectLabel, objectPath } from './words.ts'

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
  [{ noun: 'conversation', id: '5098', name: null }, 'Conversation 5098', '/conversations/5098'],
  [{ noun: 'agent', id: '7', name: 'Brian' }, 'Brian', '/settings/people?person=7'],
  [{ noun: 'customer', id: '9', name: null }, 'Customer 9', null],
  [{ noun: 'settings', id: null, name: null }, null, null],
])('%j is shown as %j at %j', (on, label, path) => {
  expect([objectLabel(entry({ on })), objectPath(entry({ on }))]).toEqual([label, path])
})

test('each action has words and stands in one group', () => {
  for (const action of auditActions) {
    expect(actionLabel(action)).toMatch(/^[A-Z]/)
    const holding = groups.filter(group => group.actions?.includes(action))
    expect([action, holding.length]).toEqual([action, 1])
  }
})
