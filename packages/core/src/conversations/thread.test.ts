import { describe, expect, test } from 'vitest'
import { MessageStatus } from '../messages/api.ts'
import { messageOf } from '../live/live.fixture.ts'
import { readMessage } from '../read/entities.ts'
import {
  compareMessages,
  contentLabel,
  continuesGroup,
  firstUnread,
  isSystem,
  senderLabel,
  tickOf,
} from './thread.ts'

const message = (id: number, more: Parameters<typeof messageOf>[1] = {}) => readMessage(messageOf(id, more))

test('a thread is in the order of time, then of id as a number', () => {
  const thread = [
    message(10, { created_at: '2026-03-02T09:00:01.000Z' }),
    message(100),
    message(99),
    message(98),
    message(5, { created_at: '2026-03-02T08:59:59.999Z' }),
  ]
  expect(thread.toSorted(compareMessages).map(one => one.id)).toEqual(['5', '98', '99', '100', '10'])
})

describe('the "New messages" marker', () => {
  const thread = [
    message(1, { inbound_no: 2 }),
    message(2, { direction: 'OUTBOUND', source: 'AGENT', status: 'sent' }),
    message(3, { inbound_no: 1 }),
    message(4, { inbound_no: 3 }),
  ]
  test.each([
    [0, '1'],
    [1, '1'],
    [2, '4'],
    [3, null],
  ])(
    '[THREAD-12] with the mark at %i it stands before message %s: the first unread in thread order',
    (seen, id) => {
      expect(firstUnread(thread, seen, 3)?.id ?? null).toBe(id)
      // The row of the conversation arrives after its message.
      expect(firstUnread(thread, seen, 0)?.id ?? null).toBe(id)
      // Its newest message is not cached yet.
      expect(firstUnread(thread, seen, 4)?.id ?? null).toBe(id)
    },
  )
})

test('[THREAD-12] nothing that is held is unread: no marker, also where no message came in at all', () => {
  const sent = message(1, { direction: 'OUTBOUND', source: 'AGENT', status: 'sent', inbound_no: null })
  expect(firstUnread([sent], 0, 0)).toBeNull()
  expect(firstUnread([], 0, 3)).toBeNull()
  // The last message in the thread arrived before others by its own clock, and a reply is below it.
  expect(firstUnread([message(2, { inbound_no: 5 }), sent], 4, 0)?.id).toBe('2')
})

test.each([
  [{ sender_name: 'Ann', username: 'ann@x', sender_id: '5' }, 'Ann'],
  [{ sender_name: null, username: 'ann@x', sender_id: '5' }, 'ann@x'],
  [{ sender_name: null, username: null, sender_id: '5' }, '5'],
  [{ sender_name: null, username: null, sender_id: null }, null],
])('[THREAD-05] an outbound message with %j names %s', (names, shown) => {
  expect(senderLabel({ direction: 'OUTBOUND', ...names })).toBe(shown)
})

test('[THREAD-05] an inbound message names nobody', () => {
  expect(senderLabel(message(1))).toBeNull()
})

test.each([
  ['system', 'AGENT', true],
  ['7', 'SYSTEM', true],
  ['7', 'CUSTOMER', false],
] as const)(
  '[THREAD-10 Q-098] sender %s of source %s is a system line without direction: %s',
  (id, source, is) => {
    expect(isSystem({ sender_id: id, source })).toBe(is)
  },
)

test.each([
  ['received', null],
  ['queued', 'clock neutral'],
  ['sending', 'clock neutral'],
  ['sent', 'one neutral'],
  ['delivered', 'two neutral'],
  ['read', 'two accent'],
  ['failed', 'alert danger'],
  ['unknown', 'alert danger'],
] as const)('[THREAD-11 Q-018] the tick of %s is %s', (status, shown) => {
  const tick = tickOf[status]
  expect(tick && `${tick.mark} ${tick.tone}`).toBe(shown)
})

test('[Q-018] every status but received has words', () => {
  const words = MessageStatus.options.map(status => tickOf[status]?.label ?? null)
  expect(words.filter(word => word === null)).toHaveLength(1)
  expect(new Set(words).size).toBe(words.length)
})

describe('consecutive messages of one sender', () => {
  const first = message(1)
  test.each([
    ['a minute later', { created_at: '2026-03-02T09:01:59.999Z' }, true],
    ['two minutes later', { created_at: '2026-03-02T09:02:00.000Z' }, false],
    ['earlier', { created_at: '2026-03-02T08:59:00.000Z' }, false],
    ['of another sender', { sender_id: '8' }, false],
    ['of the other direction', { direction: 'OUTBOUND' }, false],
    ['of another source', { source: 'BOT' }, false],
    ['of the system', { source: 'SYSTEM' }, false],
    ['with a response time of its own, sent again', { response_time_seconds: 30 }, false],
  ] as const)('[THREAD-05 THREAD-06] are one group: %s', (_, more, together) => {
    expect(continuesGroup(first, message(2, more))).toBe(together)
  })
  test('the first message starts one', () => {
    expect(continuesGroup(undefined, first)).toBe(false)
  })
})

test.each([
  ['text', 'Hello', 'Hello'],
  ['image', 'A caption', 'A caption'],
  ['text', '', ''],
  ['image', '', 'Photo'],
  ['video', '', 'Video'],
  ['audio', '', 'Voice message'],
  ['document', '', 'Document'],
  ['sticker', '', 'Sticker'],
  ['hologram', '', 'Unsupported message (hologram)'],
])('[THREAD-07] a message of type %s with text %j reads %j', (message_type, content, shown) => {
  expect(contentLabel({ message_type, content })).toBe(shown)
})
