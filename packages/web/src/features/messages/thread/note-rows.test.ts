import { readMessage } from '@parley/core/read/entities'
import { readNote } from '@parley/core/read/work'
import { calendar } from '@parley/core/text/format'
import { type OutboxEntry, unwritten } from '@parley/core/messages/outbox'
import { expect, test } from 'vitest'
import { rowIdOf, threadRows, withNotes, withStopped } from './thread-rows.ts'

const local = calendar('Africa/Kampala')
const at = (time: string) => `2026-11-${time}:00.000Z`
const message = (id: number, time: string) =>
  readMessage({ id: String(id), created_at: at(time), direction: 'INBOUND', source: 'CUSTOMER' })
const note = (id: number, time: string) => readNote({ id: String(id), created_at: at(time), text: 'x' })
const rows = threadRows({
  messages: [message(10, '18T09:00'), message(20, '18T09:01'), message(30, '19T09:00')],
  entries: [],
  firstUnreadId: '20',
  viewerId: '7',
  calendar: local,
})
const whole = { hasOlder: false, hasNewer: false }
const ids = (notes: Parameters<typeof withNotes>[1], reach = whole) =>
  withNotes(rows, notes, reach, local).map(row => rowIdOf(row))

test.each([
  ['between two messages', [note(15, '18T09:00')], ['10', '15', '20', '30']],
  [
    'of the same moment by the id',
    [note(25, '18T09:01'), note(19, '18T09:01')],
    ['10', '19', '20', '25', '30'],
  ],
  [
    'before the first and behind the last',
    [note(1, '17T09:00'), note(99, '20T09:00')],
    ['1', '10', '20', '30', '99'],
  ],
])('[Q-223] notes stand in the thread by time: %s', (_, notes, wanted) => {
  expect(
    ids(notes.toSorted((a, b) => (a.created_at < b.created_at ? -1 : Number(a.id) - Number(b.id)))),
  ).toEqual(wanted)
})

test('[Q-223] a note from before what is held, or behind a stretch, waits for the messages around it', () => {
  const notes = [note(1, '17T09:00'), note(15, '18T09:00'), note(99, '20T09:00')]
  expect(ids(notes, { hasOlder: true, hasNewer: false })).toEqual(['10', '15', '20', '30', '99'])
  expect(ids(notes, { hasOlder: false, hasNewer: true })).toEqual(['1', '10', '15', '20', '30'])
  expect(ids(notes, { hasOlder: true, hasNewer: true })).toEqual(['10', '15', '20', '30'])
})

test('[Q-223] the first of a day has its pill, be it a note or a message, and what stands below a note begins a group', () => {
  const shown = withNotes(rows, [note(15, '18T09:00'), note(25, '19T08:00')], whole, local)
  expect(shown.map(row => [rowIdOf(row), row.day, row.isFirstUnread, row.continues])).toEqual([
    ['10', 'Wed, Nov 18', false, false],
    ['15', null, false, false],
    ['20', null, true, false],
    ['25', 'Thu, Nov 19', false, false],
    ['30', null, false, false],
  ])
})

test('[Q-223] without notes the rows are the very same', () => {
  expect(withNotes(rows, [], whole, local)).toBe(rows)
  expect(withNotes([], [note(1, '18T09:00')], { hasOlder: true, hasNewer: false }, local)).toHaveLength(1)
})

test('[Q-249] what was not sent stands where it was written, not below what came since', () => {
  const entry = (clientId: string, time: string): OutboxEntry => ({
    ...unwritten,
    clientId,
    group: 'g',
    content: 'x',
    file: null,
    at: at(time),
    state: 'refused',
    reason: null,
  })
  const shown = withStopped(
    rows,
    [entry('a', '18T08:00'), entry('b', '18T10:00'), entry('c', '20T09:00')],
    local,
  )
  expect(shown.map(row => row.key)).toEqual(['client:a', '10', '20', 'client:b', '30', 'client:c'])
  expect(shown.map(row => row.day)).toEqual(['Wed, Nov 18', null, null, null, 'Thu, Nov 19', 'Fri, Nov 20'])
  expect(withStopped(rows, [], local)).toBe(rows)
})
