import { expect, test } from 'vitest'
import { readNotification, readNotifications } from '../read/notification.ts'
import { readUnreadStats } from '../read/unread-stats.ts'
import { badgeText } from './unread.ts'
import {
  compareNotifications,
  destinationOf,
  relativeTime,
  statusNotice,
  ticketNotice,
  unreadNotifications,
  withAllRead,
  withNotices,
  withOneRead,
} from './notification.ts'

const now = new Date('2026-03-02T09:00:00.000Z')

test.each([
  [-5_000, 'just now'],
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1m ago'],
  [59 * 60_000 + 59_999, '59m ago'],
  [3_600_000, '1h ago'],
  [86_399_999, '23h ago'],
  [86_400_000, '1d ago'],
  [40 * 86_400_000, '40d ago'],
])('[BELL-05] %i ms ago reads %s', (age, text) => {
  expect(relativeTime(new Date(now.getTime() - age), now)).toBe(text)
})

const notices = readNotifications([
  { id: '3', type: 'MESSAGE', conversation_id: '7' },
  { id: '2', type: 'ticket', ticket_id: '8', read: true },
  { id: '1', type: 'system' },
])

test.each([
  [{ type: 'ticket', conversation_id: '7', ticket_id: '8' }, '/conversations/7'],
  [{ type: 'ticket', conversation_id: null, ticket_id: '8' }, '/tickets/8'],
  [{ type: 'ticket', conversation_id: null, ticket_id: null }, null],
  [{ type: 'system', conversation_id: null, ticket_id: '8' }, null],
] as const)('[Q-072] %j leads to %s', (notice, path) => {
  expect(destinationOf(notice)).toBe(path)
})

test('[BELL-14 BELL-15] reading one takes it away, reading all keeps them; the count follows and is never below 0', () => {
  expect(unreadNotifications(notices)).toBe(2)
  const once = withOneRead(notices, '3')
  expect(once.map(notice => notice.id)).toEqual(['2', '1'])
  expect(unreadNotifications(once)).toBe(1)
  expect(unreadNotifications(withOneRead(withOneRead(once, '3'), '1'))).toBe(0)
  const all = withAllRead(notices)
  expect(all).toHaveLength(3)
  expect(unreadNotifications(all)).toBe(0)
  const stats = readUnreadStats({ unread_notifications: 9 })
  expect(withNotices(stats, notices)).toEqual({ ...stats, unread_notifications: 2 })
  expect(withNotices(withNotices(stats, notices), notices).unread_notifications).toBe(2)
})

test.each([
  [0, ''],
  [99, '99'],
  [100, '99+'],
])('[BELL-02] the bell with %i reads %j', (count, text) => {
  expect(badgeText(count)).toBe(text)
})

test('the newest change comes first, then the greater id', () => {
  const at = (id: string, minute: number) =>
    readNotification({ id, timestamp: `2026-03-02T09:0${minute}:00.000Z` })
  const sorted = [at('9', 1), at('10', 1), at('1', 2)].toSorted(compareNotifications)
  expect(sorted.map(notice => notice.id)).toEqual(['1', '10', '9'])
})

test.each([
  [null, 'NEW', 'New ticket', 'Ann raised ticket TCK-00007 (new)'],
  [null, 'IN_PROGRESS', 'New ticket', 'Ann raised ticket TCK-00007 (in progress)'],
  ['NEW', 'NEW', 'Ticket edited', 'Ann edited ticket TCK-00007 (new)'],
  ['NEW', 'RESOLVED', 'Ticket status changed', 'Ann set ticket TCK-00007 to resolved'],
  [
    'ASSIGNED',
    'WAITING_ON_THIRD_PARTY',
    'Ticket status changed',
    'Ann set ticket TCK-00007 to waiting on third party',
  ],
] as const)('a ticket from %s to %s: %s', (from, to, title, message) => {
  expect(ticketNotice('Ann', 'TCK-00007', from, to)).toEqual({ title, message })
})

test('a status that a colleague set', () => {
  expect(statusNotice('Ann', '12', 'ARCHIVED')).toEqual({
    title: 'Conversation status changed',
    message: 'Ann set conversation #12 to archived',
  })
})
