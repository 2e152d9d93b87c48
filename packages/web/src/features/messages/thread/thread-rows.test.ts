import { readMessage } from '@parley/core/read/entities'
import { calendar } from '@parley/core/text/format'
import { type OutboxEntry, unwritten } from '@parley/core/messages/outbox'
import { expect, test } from 'vitest'
import { footOf, threadRows } from './thread-rows.ts'

const message = (id: number, at: string, more: object = {}) =>
  readMessage({ id: String(id), created_at: at, direction: 'INBOUND', source: 'CUSTOMER', ...more })
const entry = (clientId: string, at: string): OutboxEntry => ({
  ...unwritten,
  clientId,
  group: 'g',
  content: 'x',
  file: null,
  issueId: null,
  at,
  state: 'sending',
  reason: null,
})
const rows = (over: Partial<Parameters<typeof threadRows>[0]>) =>
  threadRows({
    messages: [],
    entries: [],
    firstUnreadId: null,
    viewerId: '7',
    calendar: calendar('Africa/Kampala'),
    ...over,
  })

test('[THREAD-01] a date pill stands above the first message of each day, in the zone of the reader', () => {
  const shown = rows({
    messages: [
      message(1, '2026-11-18T20:59:00.000Z'),
      message(2, '2026-11-18T21:00:00.000Z'),
      message(3, '2026-11-19T09:00:00.000Z'),
    ],
    entries: [entry('a', '2026-11-20T09:00:00.000Z')],
  })
  expect(shown.map(row => row.day)).toEqual(['Wed, Nov 18', 'Thu, Nov 19', null, 'Fri, Nov 20'])
})

test.each([
  ['Africa/Kampala', '21:00'],
  ['Asia/Kolkata', '18:30'],
  ['Asia/Kathmandu', '18:15'],
  ['America/St_Johns', '03:30'],
])('[THREAD-01] in %s a day begins at %s of UTC', (zone, time) => {
  const midnight = Date.parse(`2026-11-18T${time}:00.000Z`)
  const messages = [midnight - 1, midnight].map((at, id) => message(id, new Date(at).toISOString()))
  const days = rows({ messages, calendar: calendar(zone) }).map(row => row.day)
  expect(days).toEqual(
    zone.startsWith('America') ? ['Tue, Nov 17', 'Wed, Nov 18'] : ['Wed, Nov 18', 'Thu, Nov 19'],
  )
})

test('[THREAD-12] the marker stands before the first unread message and begins a group', () => {
  const messages = [1, 2, 3].map(id => message(id, `2026-11-19T09:00:0${id}.000Z`))
  const shown = rows({ messages, firstUnreadId: '2' })
  expect(shown.map(row => [row.isFirstUnread, row.continues])).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
})

test('[THREAD-07] a bubble keeps its key when the server confirms it', () => {
  const before = rows({ entries: [entry('c1', '2026-11-19T09:00:00.000Z')] })
  const after = rows({
    messages: [
      message(9, '2026-11-19T09:00:01.000Z', {
        direction: 'OUTBOUND',
        source: 'AGENT',
        client_message_id: 'c1',
      }),
    ],
  })
  expect(after[0]?.key).toBe(before[0]?.key)
})

test('[THREAD-01] a change makes only the rows it touches anew, and they are those of a thread made from nothing', () => {
  const day = (hour: number, minute: number) =>
    `2026-11-1${8 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00.000Z`
  const messages = Array.from({ length: 40 }, (_, id) => message(id, day(id, (id * 7) % 60)))
  const zone = calendar('Africa/Kampala')
  const sources = { messages, entries: [], firstUnreadId: '30', viewerId: '7', calendar: zone }
  const made = { sources, rows: threadRows(sources) }
  const came = message(40, day(40, 0))
  const delivered = message(20, day(20, 20), { status: 'delivered' })
  const older = [message(-2, '2026-11-17T09:00:00.000Z'), message(-1, '2026-11-17T09:01:00.000Z')]
  const changes = {
    'one comes': { ...sources, messages: [...messages, came] },
    'one changes': { ...sources, messages: messages.with(20, delivered) },
    'one goes': { ...sources, messages: messages.toSpliced(20, 1) },
    'older ones come': { ...sources, messages: [...older, ...messages] },
    'the marker moves': { ...sources, firstUnreadId: '35' },
    'one waits on this device': { ...sources, entries: [entry('a', day(41, 0))] },
    'nothing is left': { ...sources, messages: [] },
    'another zone': { ...sources, calendar: calendar('Pacific/Auckland') },
  }
  const counts = Object.entries(changes).map(([what, next]) => {
    const shown = threadRows(next, made)
    expect(shown, what).toEqual(threadRows(next))
    return [what, shown.filter(row => !made.rows.includes(row)).length]
  })
  expect(Object.fromEntries(counts)).toEqual({
    'one comes': 1,
    'one changes': 2,
    'one goes': 1,
    'older ones come': 3,
    'the marker moves': 2,
    'one waits on this device': 1,
    'nothing is left': 0,
    'another zone': 40,
  })
})

test('[DATA-10 Q-098] a system message is a line of its own and breaks a group', () => {
  const shown = rows({
    messages: [
      message(1, '2026-11-19T09:00:01.000Z'),
      message(2, '2026-11-19T09:00:02.000Z', { sender_id: 'system' }),
      message(3, '2026-11-19T09:00:03.000Z'),
    ],
  })
  expect(shown.map(row => [row.kind, row.continues])).toEqual([
    ['message', false],
    ['system', false],
    ['message', false],
  ])
})

const sent = (id: number, second: number, status: string, more: object = {}) =>
  message(id, `2026-11-19T09:00:${String(second).padStart(2, '0')}.000Z`, {
    direction: 'OUTBOUND',
    source: 'AGENT',
    sender_id: '7',
    status,
    ...more,
  })

test.each([
  ['no message', [], []],
  ['one message', [message(1, '2026-11-19T09:00:01.000Z')], ['line']],
  [
    'three in a minute',
    [1, 2, 3].map(id => message(id, `2026-11-19T09:00:0${id}.000Z`)),
    ['none', 'none', 'line'],
  ],
  [
    'two and an hour later one',
    [1, 2, 59].map(at => message(at, `2026-11-19T0${at < 9 ? 8 : 9}:00:0${at % 10}.000Z`)),
    ['none', 'line', 'line'],
  ],
  ['two senders', [sent(1, 1, 'read'), sent(2, 2, 'read', { sender_id: '8' })], ['line', 'line']],
  [
    'one that is read before two that are not',
    [sent(1, 1, 'read'), sent(2, 2, 'sent'), sent(3, 3, 'sent')],
    ['tick', 'none', 'line'],
  ],
  [
    'a system message below',
    [sent(1, 1, 'read'), message(2, '2026-11-19T09:00:02.000Z', { sender_id: 'system' })],
    ['line', 'line'],
  ],
])('[Q-239] of %s the line with direction and time stands once below a group', (_, messages, expected) => {
  const shown = rows({ messages })
  expect(shown.map((_row, index) => footOf(shown, index))).toEqual(expected)
})

test('[Q-239] above the marker of the first unread message a group ends with its line', () => {
  const shown = rows({
    messages: [1, 2, 3].map(id => message(id, `2026-11-19T09:00:0${id}.000Z`)),
    firstUnreadId: '2',
  })
  expect(shown.map((_, index) => footOf(shown, index))).toEqual(['line', 'none', 'line'])
})

test('[Q-239] what is only on this device stands in the group that it will be in, and says where it is', () => {
  const written = [entry('a', '2026-11-19T09:00:30.000Z'), entry('b', '2026-11-19T09:00:40.000Z')]
  const before = rows({ messages: [sent(1, 1, 'sent')], entries: written })
  const after = rows({
    messages: [sent(1, 1, 'sent'), sent(2, 30, 'sent', { client_message_id: 'a' })],
    entries: written.slice(1),
  })
  expect(before.map(row => row.continues)).toEqual([false, true, true])
  expect(before.map((_, index) => footOf(before, index))).toEqual(['tick', 'tick', 'line'])
  expect(after.map(row => [row.key, row.continues])).toEqual(before.map(row => [row.key, row.continues]))
  // A colleague wrote last, or the agent did long ago: another group.
  const [of8, late] = [sent(1, 1, 'sent', { sender_id: '8' }), entry('c', '2026-11-19T09:05:00.000Z')]
  expect(rows({ messages: [of8], entries: written }).map(row => row.continues)).toEqual([false, false, true])
  expect(rows({ messages: [sent(1, 1, 'sent')], entries: [late] })[1]?.continues).toBe(false)
})
