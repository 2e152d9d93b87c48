import { describe, expect, test } from 'vitest'
import type { SavedFilter } from './api.ts'
import type { ConversationFilter } from '../conversations/rules.ts'
import { filterOfView, goneInView, isSameFilter, savedFilterOf, searchNames } from './rules.ts'

describe('[Q-238] what a view keeps of a list', () => {
  test.each<[ConversationFilter, SavedFilter]>([
    [{}, {}],
    [{ status: 'RESOLVED' }, { status: 'RESOLVED' }],
    [
      { assigneeId: 'none', search: 'card' },
      { assignee_id: 'none', search: 'card' },
    ],
    [{ hasOpenIssues: false }, { has_open_issues: false }],
    [{ status: undefined, search: undefined }, {}],
  ])('of %j: %j, and back', (filter, saved) => {
    expect(savedFilterOf(filter)).toEqual(saved)
    expect(savedFilterOf(filterOfView(saved))).toEqual(saved)
    expect(filterOfView(saved)).not.toHaveProperty('queue')
  })
  test('a queue and mentions are no part of it', () => {
    expect(savedFilterOf({ queue: 'open', mentionedId: '3', assigneeId: '3' })).toEqual({ assignee_id: '3' })
  })
})

test.each<[SavedFilter, SavedFilter, boolean]>([
  [{}, {}, true],
  [{ status: 'ACTIVE', search: 'card' }, { search: 'card', status: 'ACTIVE' }, true],
  [{ status: 'ACTIVE' }, {}, false],
  [{ search: 'card' }, { search: 'cards' }, false],
  [{ assignee_id: '3' }, { assignee_id: '4' }, false],
  [{ has_open_issues: false }, {}, false],
  [{ has_open_issues: false }, { has_open_issues: true }, false],
])('[Q-238] %j and %j are the same filter: %s', (a, b, same) => {
  expect(isSameFilter(a, b)).toBe(same)
})

const brian = { name: 'Brian', is_disabled: false }
test.each<[SavedFilter, typeof brian | null, string | null]>([
  [{}, null, null],
  [{ assignee_id: 'none' }, null, null],
  [{ assignee_id: '3' }, brian, null],
  [
    { assignee_id: '3' },
    { ...brian, is_disabled: true },
    'Brian, whose conversations this view shows, is disabled',
  ],
  [{ assignee_id: '3' }, null, 'The agent whose conversations this view shows is not there any more'],
])('[Q-238] a view of %j, whose agent is %j, says: %s', (filter, assignee, words) => {
  expect(goneInView({ filter, assignee })).toBe(words)
})

const nakato = { name: 'Nakato Grace', phones: ['+256771234567'], customerNumber: 'AC-9' }
test.each([
  ['nakato', true],
  ['claim of GRACE', true],
  ['Nakat', false],
  ['gracefully', false],
  ['+256 771 234 567', true],
  ['0771-234-567', true],
  ['771234567', true],
  ['4567', false],
  ['0700 000 000', false],
  ['ac-9', true],
  ['card', false],
  ['  ', false],
])('[Q-238] a search for %j says who that customer is: %s', (typed, names) => {
  expect(searchNames(typed, nakato)).toBe(names)
  expect(searchNames(typed, { name: null, phones: [], customerNumber: null })).toBe(false)
})
