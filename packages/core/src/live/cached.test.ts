import { describe, expect, test } from 'vitest'
import { moveCount, readCounts } from './unread.ts'
import { isLiveKey, keys } from './cached.ts'
import { Needs } from './fetchers.ts'
import { listOf, Page, rowsOf } from './page.fixture.ts'

test.each([
  [keys.list({ status: 'ACTIVE' }), true],
  [keys.conversation('1'), true],
  [keys.thread('1'), true],
  [keys.unread, true],
  [keys.tickets('1'), false],
  [keys.agents, true],
  [keys.notices, true],
  [keys.assignments('1'), false],
  [['toString'], false],
  [[], false],
  [[7], false],
])('%j follows the frames: %s', (key, follows) => {
  expect(isLiveKey(key)).toBe(follows)
})

test('keys of different things differ', () => {
  const all = [
    keys.list({}),
    keys.list({ status: 'ACTIVE' }),
    keys.conversation('1'),
    keys.thread('1'),
    keys.tickets('1'),
    keys.ticket('1'),
    keys.issues('1'),
    keys.assignments('1'),
    keys.applications('ipp', {}, null),
    keys.applications('ipp', {}, '1'),
    keys.applications('lib', {}, null),
    keys.application('ipp', '1'),
    keys.application('lib', '1'),
    keys.application('lib', '2'),
    keys.agents,
    keys.notices,
    keys.unread,
  ].map(key => JSON.stringify(key))
  expect(new Set(all).size).toBe(all.length)
})

describe('counts by status', () => {
  test.each([
    ['{"ACTIVE":2,"DORMANT":"3"}', { ACTIVE: 2, DORMANT: 3, RESOLVED: 0 }],
    ['{}', {}],
    ['{"ACTIVE":', {}],
    ['7', {}],
    [null, {}],
  ])('%s reads as %j', (header, counts) => {
    expect(readCounts(header, ['ACTIVE', 'DORMANT', 'RESOLVED'])).toEqual(counts)
  })
  test.each([
    ['ACTIVE', 'RESOLVED', { ACTIVE: 1, RESOLVED: 1 }],
    ['ACTIVE', 'ACTIVE', { ACTIVE: 2 }],
    ['DORMANT', 'ACTIVE', { ACTIVE: 3, DORMANT: 0 }],
  ] as const)('one that goes from %s to %s', (from, to, counts) => {
    expect(moveCount<string>({ ACTIVE: 2 }, from, to)).toEqual(counts)
  })
})

describe('[CONV-03] the row of a conversation', () => {
  test('is its own entry’s, else any list’s', () => {
    const page = new Page()
    const [own] = rowsOf(1)
    page.hold(keys.thread('1'), { seq: 5 })
    page.hold(keys.conversation('2'), undefined)
    page.hold(keys.list({ status: 'DORMANT' }), undefined)
    const { key, held } = listOf({}, [2, 1])
    page.hold(key, held)
    expect(page.row('1')).toBe(held.rows[1])
    expect(page.row('2')).toBe(held.rows[0])
    expect(page.row('3')).toBeNull()
    page.hold(keys.conversation('1'), { conversation: own, seq: 5 } as never)
    expect(page.row('1')).toBe(own)
  })
})

test('needs are heard by the last that listens, and by nobody before', () => {
  const needs = new Needs()
  needs.tell('counts')
  const heard: unknown[] = []
  needs.listen(need => heard.push(['first', need]))
  needs.listen(need => heard.push(['last', need]))
  needs.tell('unread')
  expect(heard).toEqual([['last', 'unread']])
})
