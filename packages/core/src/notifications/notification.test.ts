import { expect, test } from 'vitest'
import { readNotification, readNotifications, readUnreadStats } from '../read/entities.ts'
import {
  compareNotifications,
  destinationOf,
  isLocalNotice,
  isTwin,
  localNoticeId,
  lockScreenWords,
  mergePolled,
  noticeTitle,
  relativeTime,
  reminderNotice,
  statusNotice,
  ticketNotice,
  unreadNotifications,
  withAllRead,
  withNotices,
  withOneRead,
} from './rules.ts'
import { badgeText } from '../conversations/unread.ts'

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
  [{ type: 'mention', conversation_id: '7', ticket_id: null, note_id: '9' }, '/conversations/7?message=9'],
  [{ type: 'info', conversation_id: '7', ticket_id: null, message_id: '9' }, '/conversations/7?message=9'],
] as const)('[BELL-11 BELL-12 BELL-13 Q-072 Q-223] %j leads to %s', (notice, path) => {
  expect(destinationOf({ about: null, note_id: null, message_id: null, ...notice })).toBe(path)
})

test.each([
  ['account', '/account'],
  ['weather', null],
  [undefined, null],
])('[Q-175] a notice about %s leads to %s', (about, path) => {
  const [notice] = readNotifications([{ id: '1', type: 'warning', about }])
  expect(notice && destinationOf(notice)).toBe(path)
})

test.each([
  ['Call back', null, { title: 'Reminder', message: 'Nakato: Call back' }],
  ['', null, { title: 'Reminder', message: 'Nakato' }],
  ['Call back', 'Amina', { title: 'Reminder of Amina', message: 'Nakato: Call back' }],
])('[Q-242] what is told of a promise "%s", made by %s', (text, by, said) => {
  expect(reminderNotice('Nakato', text, by)).toEqual(said)
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
  ['MESSAGE', 'New message from Nakato', 'Nakato Prossy', 'Nakato Prossy', 'Sent a new message'],
  ['message', '', null, 'New message', 'Open Parley to see it'],
  ['ASSIGNMENT', '', 'Okello', 'Okello', 'Is waiting for your answer to an assignment'],
  ['info', 'From ann', null, 'From ann', 'Open Parley to see it'],
  ['system', '', null, 'Notification', 'Open Parley to see it'],
] as const)(
  '[Q-035] a lock screen shows of %s %j about %j: %j, and never the message',
  (type, title, who, first, line) => {
    const notice = readNotification({ id: '1', type, title, message: 'My NIN is CM90…' })
    expect(lockScreenWords(notice, who)).toEqual({ title: first, body: line })
  },
)

test('[Q-073] what came without a title is named by its type', () => {
  expect(noticeTitle({ type: 'ASSIGNMENT', title: '' })).toBe('New Assignment')
  expect(noticeTitle({ type: 'ASSIGNMENT', title: 'Yours' })).toBe('Yours')
})

const said = (id: string, more: object = {}) =>
  readNotification({
    id,
    type: 'MESSAGE',
    conversation_id: '7',
    message: 'Hello',
    timestamp: '2026-03-02T09:00:00.000Z',
    ...more,
  })
const local = (unique: string, more: object = {}) => said(localNoticeId(unique), more)

test.each([
  ['the same words', {}, true],
  ['another spelling of the type', { type: 'message' }, true],
  ['another conversation', { conversation_id: '8' }, false],
  ['another type', { type: 'system' }, false],
  ['another text', { message: 'Hello!' }, false],
])('[Q-073] two notices are one with %s: %#', (_, more, same) => {
  expect(isTwin(local('a'), said('5', more))).toBe(same)
})

test.each([
  ['a polled copy takes the place of the local one', [said('5')], [local('a')], [], ['5'], []],
  [
    'a local one without a copy stays',
    [said('5', { message: 'Bye' })],
    [local('a')],
    [],
    ['5', 'local-a'],
    [],
  ],
  ['two local ones take a copy each', [said('5'), said('6')], [local('a'), local('b')], [], ['6', '5'], []],
  ['what was polled before is nobody’s copy', [said('5')], [said('5'), local('a')], [], ['5', 'local-a'], []],
  [
    'a copy of what was read here is hidden',
    [said('5')],
    [local('a'), local('b')],
    ['local-a'],
    ['5', 'local-b'],
    ['5'],
  ],
] as const)('[Q-069 Q-073] %s', (_, polled, held, hidden, ids, hides) => {
  const merged = mergePolled(polled, held, new Set(hidden))
  expect(merged.notices.map(notice => notice.id).toSorted()).toEqual([...ids].toSorted())
  expect(merged.hidden).toEqual(hides)
})

test('[Q-073] a copy is as read as the local one was, and only local ids are local', () => {
  const [copy] = mergePolled([said('5')], [local('a', { read: true })], new Set()).notices
  expect(copy).toMatchObject({ id: '5', read: true })
  expect([isLocalNotice(local('a')), isLocalNotice(said('5'))]).toEqual([true, false])
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
