import { describe, expect, test } from 'vitest'
import {
  hasLapsed,
  type Look,
  viewersLabel,
  viewersOf,
  viewingEveryMs,
  viewingLapsesMs,
  viewingOf,
} from './viewing.ts'

const now = 1_000_000

describe('a word of what a page shows', () => {
  test('lapses after 10 s, and one repetition may be lost', () => {
    expect(viewingLapsesMs).toBe(10_000)
    expect(viewingLapsesMs).toBeGreaterThanOrEqual(2 * viewingEveryMs)
  })
  test.each([
    [now, false],
    [now - 9_999, false],
    [now - 10_000, true],
    [now - 60_000, true],
    [now + 1, false],
  ])('heard at %i: lapsed %s', (at, lapsed) => {
    expect(hasLapsed({ at }, now)).toBe(lapsed)
  })
})

describe('who else has a conversation open', () => {
  const look = (agentId: string, agentName: string, more: Partial<Look> = {}): Look => ({
    agentId,
    agentName,
    conversationId: '7',
    typing: false,
    at: now,
    ...more,
  })
  const ann = look('1', 'Ann')
  const brian = look('2', 'brian')
  test.each<[string, readonly Look[], readonly (readonly [string, boolean])[]]>([
    ['nobody', [], []],
    ['not oneself, in however many pages', [ann, ann], []],
    ['a colleague', [ann, brian], [['2', false]]],
    ['not one in another conversation', [ann, look('2', 'Brian', { conversationId: '8' })], []],
    ['not one whose word has lapsed', [ann, look('2', 'Brian', { at: now - viewingLapsesMs })], []],
    ['once with two pages, typing in one', [look('2', 'Brian', { typing: true }), brian], [['2', true]]],
    ['typing in the later page', [brian, look('2', 'Brian', { typing: true })], [['2', true]]],
    [
      'not typing by a lapsed word',
      [brian, look('2', 'Brian', { typing: true, at: now - viewingLapsesMs })],
      [['2', false]],
    ],
    [
      'by name without case, then by id',
      [look('12', 'Clare'), look('9', 'Clare'), brian],
      [
        ['2', false],
        ['9', false],
        ['12', false],
      ],
    ],
  ])('%s', (_, looks, expected) => {
    const viewers = viewersOf(looks, '7', '1', now)
    expect(viewers.map(one => [one.agent_id, one.typing])).toEqual(expected)
  })
})

describe('what a page says of itself', () => {
  const shown = { conversationId: '7', inFront: true, typedAt: null }
  test.each([
    ['it shows a conversation', {}, '7', false],
    ['something was typed just now', { typedAt: now }, '7', true],
    ['… less than 5 s ago', { typedAt: now - 4_999 }, '7', true],
    ['… 5 s ago', { typedAt: now - 5_000 }, '7', false],
    ['nobody looks at it', { inFront: false, typedAt: now }, null, false],
    ['it shows none', { conversationId: null, typedAt: now }, null, false],
  ])('%s', (_, more, conversationId, typing) => {
    expect(viewingOf({ ...shown, ...more }, now)).toEqual({ conversation_id: conversationId, typing })
  })
})

test.each([
  [[], null],
  [['Brian'], 'Brian is viewing'],
  [['Brian!'], 'Brian is typing'],
  [['Brian', 'Carol'], 'Brian and Carol are viewing'],
  [['Ann', 'Brian', 'Carol'], 'Ann, Brian and Carol are viewing'],
  [['Ann', 'Brian', 'Carol', 'Dan'], 'Ann, Brian and 2 others are viewing'],
  [['Brian', 'Carol!'], 'Carol is typing, Brian is viewing'],
  [['Ann!', 'Brian!', 'Carol'], 'Ann and Brian are typing, Carol is viewing'],
])('%j, who types marked: %s', (names, label) => {
  const viewers = names.map(name => ({ agent_name: name.replace('!', ''), typing: name.endsWith('!') }))
  expect(viewersLabel(viewers)).toBe(label)
})
