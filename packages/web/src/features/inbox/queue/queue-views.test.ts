import { readConversation } from '@parley/core/read/entities'
import { describe, expect, test } from 'vitest'
import { likelyNext, nextInQueue, savedViewFilter, viewFilter } from './queue-views.ts'

const row = (id: string, more: object) => readConversation({ id, ...more })
const since = { waiting_since: '2026-03-02T09:00:00Z' }
const waiting = (...ids: string[]) => ids.map(id => row(id, since))
const answered = (...ids: string[]) => ids.map(id => row(id, { waiting_since: null }))
const failed = (...ids: string[]) => ids.map(id => row(id, { ...since, last_reply: 'failed' }))
const unreachable = (...ids: string[]) =>
  ids.map(id => row(id, { ...since, reach: { unreachable: 'blocked' } }))
/** Of customers who were answered, and did not get it. */
const unsent = (...ids: string[]) => ids.map(id => row(id, { waiting_since: null, last_reply: 'unknown' }))
const lost = (...ids: string[]) =>
  ids.map(id => row(id, { waiting_since: null, last_reply: 'failed', reach: { unreachable: 'blocked' } }))
const offerToBrian = {
  id: '1',
  agent_id: '9',
  agent_name: 'Brian',
  by: null,
  offered_at: '2026-03-02T09:00:00Z',
  deadline: '2026-03-02T09:05:00Z',
}
const offered = (...ids: string[]) => ids.map(id => row(id, { ...since, offer: offerToBrian }))
const thanking = (...ids: string[]) =>
  ids.map(id => row(id, { ...since, acknowledgement: { confidence: 0.9 } }))

describe('[Q-217] what comes after a conversation in a queue', () => {
  test.each([
    ['the one behind it that waits', [...waiting('1', '2', '3'), ...answered('4')], '2', '3'],
    ['the longest wait, behind the last that waits', [...waiting('1', '2'), ...answered('4')], '2', '1'],
    ['the longest wait, of one that was answered', [...waiting('1', '2'), ...answered('4', '5')], '4', '1'],
    ['the next one, where nobody else waits', [...waiting('1'), ...answered('4', '5')], '1', '4'],
    ['the next one, where nobody waits', answered('4', '5'), '4', '5'],
    ['none, at the end of those', answered('4', '5'), '5', null],
    ['none, alone', waiting('1'), '1', null],
    ['the first, of one that is not in it', [...waiting('1'), ...answered('4')], '9', '1'],
    ['the first, of none', answered('4'), null, '4'],
    ['none, of an empty one', [], '1', null],
    ['who can be answered, before failed replies', [...waiting('1', '2'), ...failed('3')], '2', '1'],
    ['who can be answered, before the unreachable', [...unreachable('3'), ...waiting('1')], '3', '1'],
    ['who asks, before who only thanks', [...waiting('1', '2'), ...thanking('3')], '2', '1'],
    [
      'who only thanks, where nobody else asks',
      [...waiting('1'), ...thanking('3'), ...failed('4')],
      '1',
      '3',
    ],
    ['a failed reply, where nobody else waits', [...waiting('1'), ...failed('3')], '1', '3'],
    ['a failed reply behind answered ones', [...waiting('1'), ...answered('2'), ...unsent('3')], '1', '3'],
    ['a failed reply, before who is offered', [...waiting('1'), ...offered('2'), ...unsent('3')], '1', '3'],
    ['who asks, before who is offered', [...offered('1'), ...waiting('2', '3')], '3', '2'],
    [
      'who only thanks, before who is offered',
      [...offered('1'), ...thanking('2'), ...waiting('3')],
      '3',
      '2',
    ],
    ['who is offered, where there is nothing else', [...offered('1'), ...answered('2', '3')], '2', '1'],
    ['no failed reply to whom nothing reaches', [...answered('1', '2'), ...lost('3')], '1', '2'],
  ])('%s', (_, rows, current, next) => {
    expect(nextInQueue(rows, current)).toBe(next)
  })

  test.each([
    [waiting('1', '2', '3'), '1', ['2', '3']],
    [waiting('1', '2', '3'), '3', ['1', '2']],
    [[...waiting('1'), ...answered('4')], '1', ['4']],
    [waiting('1'), '1', []],
  ])('of %j at %s %j are fetched ahead', (rows, current, next) => {
    expect(likelyNext(rows, current)).toEqual(next)
  })
})

test.each([
  ['mine', { queue: 'open', assigneeId: '7' }],
  ['unassigned', { queue: 'open', assigneeId: 'none' }],
  ['team', { queue: 'open' }],
  ['closing', { queue: 'closing' }],
  ['failed', { queue: 'failed' }],
  ['snoozed', { queue: 'snoozed' }],
  ['mentions', { mentionedId: '7' }],
] as const)('[Q-217] the view %s asks for %j', (view, filter) => {
  expect(viewFilter(view, '7')).toEqual(filter)
})

test.each([
  [{ search: 'quokka' }, { search: 'quokka', queue: 'open' }],
  [{ status: 'DORMANT' }, { status: 'DORMANT', queue: 'open' }],
  [{ status: 'RESOLVED' }, { status: 'RESOLVED' }],
  [
    { status: 'ARCHIVED', assignee_id: '7' },
    { status: 'ARCHIVED', assigneeId: '7' },
  ],
] as const)('[Q-427] the saved view %j asks for %j', (saved, filter) => {
  expect(savedViewFilter(saved)).toEqual(filter)
})
