import { describe, expect, test } from 'vitest'
import type { BulkUndo } from './api.ts'
import type { AssignmentId } from '../ids.ts'
import { type BulkWords, doneSentence, isAsBefore, undoneSentence } from './rules.ts'

const nine = '2026-03-02T09:00:00.000Z'
const ten = '2026-03-02T10:00:00.000Z'
const status: BulkUndo = { kind: 'status', version: 2, left: 'RESOLVED', before: 'ACTIVE' }
const tags: BulkUndo = { kind: 'tags', version: 2, before: ['a', 'b'] }
const snoozed: BulkUndo = { kind: 'snooze', version: 2, left: nine, before: ten, reason: null }
const woken: BulkUndo = { kind: 'snooze', version: 2, left: nine, before: null, reason: null }
const assigned: BulkUndo = { kind: 'assignment', assignment_id: '7' as AssignmentId }

describe('[Q-230] whether a conversation is as it was before', () => {
  const now = { status: 'ACTIVE', tags: ['a', 'b'], snoozed: null } as const
  const until = (time: string) => ({ ...now, snoozed: { until: time, reason: null } })
  test.each([
    ['the status from before', now, status, true],
    ['the status that was set', { ...now, status: 'RESOLVED' as const }, status, false],
    ['a third status', { ...now, status: 'DORMANT' as const }, status, false],
    ['the tags from before', now, tags, true],
    ['one more tag', { ...now, tags: ['a', 'b', 'c'] }, tags, false],
    ['one tag less', { ...now, tags: ['a'] }, tags, false],
    ['tags in another order', { ...now, tags: ['b', 'a'] }, tags, false],
    ['put off until before', until(ten), snoozed, true],
    ['put off until then', until(nine), snoozed, false],
    ['back, and was put off', now, snoozed, false],
    ['back, and was', now, woken, true],
    ['put off, and was not', until(nine), woken, false],
    ['an assignment, of which its own row tells', now, assigned, false],
  ] as const)('%s: %#', (_, held, undo, expected) => {
    expect(isAsBefore(held, undo)).toBe(expected)
  })
})

describe('[Q-230] what a change of several says', () => {
  const resolved: BulkWords = { kind: 'status', status: 'RESOLVED' }
  const brian: BulkWords = { kind: 'assign', agent: 'Brian', isViewer: false }
  test.each([
    [resolved, 3, 0, '3 conversations resolved'],
    [resolved, 1, 0, '1 conversation resolved'],
    [resolved, 2, 1, '2 conversations resolved, 1 was unchanged'],
    [resolved, 0, 2, 'Nothing to change: 2 were unchanged'],
    [resolved, 0, 0, null],
    [{ kind: 'status', status: 'ACTIVE' }, 2, 0, '2 conversations set to Active'],
    [{ kind: 'status', status: 'ARCHIVED' }, 2, 0, '2 conversations archived'],
    [brian, 2, 0, '2 conversations offered to Brian'],
    [{ ...brian, isViewer: true }, 2, 0, '2 conversations assigned to you'],
    [{ kind: 'add-tag', tag: 'vip' }, 2, 0, '2 conversations tagged "vip"'],
    [{ kind: 'remove-tag', tag: 'vip' }, 2, 0, '2 conversations without the tag "vip"'],
    [{ kind: 'snooze', until: 'Mon, 09:00' }, 2, 0, '2 conversations snoozed until Mon, 09:00'],
    [{ kind: 'snooze', until: null }, 2, 0, '2 conversations unsnoozed'],
  ] as const)('%j of %i, %i so already: %s', (words, done, unchanged, expected) => {
    expect(doneSentence(words, done, unchanged)).toBe(expected)
  })

  test.each([
    [3, 0, 'Undone for 3 conversations'],
    [1, 2, 'Undone for 1 conversation, 2 were changed meanwhile and stay as they are'],
    [2, 1, 'Undone for 2 conversations, 1 was changed meanwhile and stays as it is'],
    [0, 2, 'Nothing undone: 2 were changed meanwhile and stay as they are'],
  ])('%i taken back, %i changed since: %s', (undone, changed, expected) => {
    expect(undoneSentence(undone, changed)).toBe(expected)
  })
})
