import { describe, expect, test } from 'vitest'
import type { UnreadStats } from '../messages/api.ts'
import { readUnreadStats } from '../read/entities.ts'
import {
  badgeText,
  highestSeen,
  isRead,
  seenAfterMs,
  seenUpTo,
  tellsUnread,
  unreadCount,
  withUnread,
} from './unread.ts'

test.each([
  [0, 0, 0],
  [3, 0, 3],
  [3, 3, 0],
  [4, 3, 1],
  [2, 5, 0],
])('[CONV-03] %i came in and %i were seen: %i are unread', (inbound, seen, unread) => {
  expect(unreadCount(inbound, seen)).toBe(unread)
})

test.each([
  { who: 'was there from the beginning and looked at nothing', mark: null, atBaseline: 0, seen: 0 },
  { who: 'came when there were 7', mark: null, atBaseline: 7, seen: 7 },
  { who: 'was there from the beginning and looked', mark: 9, atBaseline: 0, seen: 9 },
  { who: 'came later and looked', mark: 9, atBaseline: 7, seen: 9 },
])('an agent who $who has seen $seen', ({ mark, atBaseline, seen }) => {
  expect(seenUpTo(mark, atBaseline)).toBe(seen)
})

test.each([
  [null, 0, true],
  [1, 0, false],
  [1, 1, true],
  [2, 1, false],
])('[THREAD-12 Q-098] message no %s with the mark at %i is read: %s', (no, seen, read) => {
  expect(isRead(no, seen)).toBe(read)
})

test.each([
  [-1, ''],
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [5000, '99+'],
])('the badge of %i reads %j', (count, text) => {
  expect(badgeText(count)).toBe(text)
})

test('[THREAD-14] unread marks clear after 1.5 s', () => {
  expect(seenAfterMs).toBe(1500)
})

describe('stats after one conversation’s count became known', () => {
  const stats: UnreadStats = readUnreadStats({
    total_unread_messages: 5,
    conversations_with_unread: 2,
    conversation_unread_counts: { '1': 2, '2': 3 },
    unread_notifications: 4,
    unread_conversations: ['1', '2'],
  })

  test('[CONV-03] one more message raises the count and the total by one', () => {
    expect(withUnread(stats, '1', 3)).toEqual({
      ...stats,
      total_unread_messages: 6,
      conversation_unread_counts: { '1': 3, '2': 3 },
      unread_conversations: expect.arrayContaining(['1', '2']),
    })
  })

  test('a new conversation joins; a seen one leaves', () => {
    const more = withUnread(stats, '3', 1)
    expect(more).toMatchObject({ total_unread_messages: 6, conversations_with_unread: 3 })
    expect(more.unread_conversations.toSorted()).toEqual(['1', '2', '3'])
    expect(withUnread(stats, '2', 0)).toEqual({
      ...stats,
      total_unread_messages: 2,
      conversations_with_unread: 1,
      conversation_unread_counts: { '1': 2 },
      unread_conversations: ['1'],
    })
  })

  test('twice is once, a negative count is none, and the total never falls below 0', () => {
    const once = withUnread(stats, '1', 7)
    expect(withUnread(once, '1', 7)).toEqual(once)
    expect(withUnread(stats, '1', -3)).toEqual(withUnread(stats, '1', 0))
    expect(withUnread({ ...stats, total_unread_messages: 1 }, '2', 0).total_unread_messages).toBe(0)
  })
})

describe('[Q-139] stats that list only the newest of what is unread', () => {
  const stats: UnreadStats = readUnreadStats({
    total_unread_messages: 905,
    conversations_with_unread: 302,
    conversation_unread_counts: { '1': 2, '2': 3 },
    unread_conversations: ['1', '2'],
  })

  test('follow what they list, beside what they do not', () => {
    expect(tellsUnread(stats, '1')).toBe(true)
    expect(withUnread(stats, '1', 0)).toEqual({
      ...stats,
      total_unread_messages: 903,
      conversations_with_unread: 301,
      conversation_unread_counts: { '2': 3 },
      unread_conversations: ['2'],
    })
    expect(withUnread(stats, '2', 4)).toMatchObject({
      total_unread_messages: 906,
      conversations_with_unread: 302,
    })
  })

  test('cannot follow a conversation that they do not list, and stay as they are', () => {
    expect(tellsUnread(stats, '3')).toBe(false)
    expect(withUnread(stats, '3', 1)).toBe(stats)
    expect(tellsUnread(withUnread(stats, '1', 0), '1')).toBe(false)
  })
})

describe('[Q-099] what is reported as seen', () => {
  const shown = [
    { id: '10', inbound_no: 4 },
    { id: '11', inbound_no: null },
    { id: '12', inbound_no: 6 },
    { id: '13', inbound_no: 5 },
  ]
  test.each([
    [0, '12'],
    [5, '12'],
    [6, null],
    [9, null],
  ])('with the mark at %i: %s', (seen, id) => {
    expect(highestSeen(shown, seen)?.id ?? null).toBe(id)
  })
  test('nothing of nothing', () => {
    expect(highestSeen([], 0)).toBeNull()
  })
})
