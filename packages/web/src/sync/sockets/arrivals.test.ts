import type { SocketEvent } from '@parley/core/sockets/api'
import type { NotificationEntity } from '@parley/core/notifications/api'
import { readNotification } from '@parley/core/read/entities'
import { expect, test } from 'vitest'
import { NotificationDeduper, NoticeQueue } from './arrivals.ts'
import { ManualClock } from '../manual-clock.fixture.ts'

function world() {
  const clock = new ManualClock()
  const told: string[] = []
  const kept: NotificationEntity[] = []
  let made = 0
  const arrivals = new NotificationDeduper({
    clock,
    newId: () => String((made += 1)),
    keep: notice => kept.push(notice),
    tell: notice => told.push(`${notice.id} ${notice.message}`),
  })
  return { arrivals, clock, told, kept }
}

const raw = (id: string, message: string, more: object = {}) => ({
  id,
  type: 'MESSAGE',
  message,
  conversation_id: '7',
  timestamp: '2026-03-02T09:00:00.000Z',
  read: false,
  ...more,
})
const later = { timestamp: '2026-03-02T09:00:05.000Z' }
const polledOf = (...notices: object[]) => notices.map(readNotification)
const frameOf = (notice: object, dismissed = false) =>
  ({ event: 'notification', data: { ...notice, dismissed }, seq: 1 }) as unknown as SocketEvent
const ready = { event: 'ready', log: 'l', seq: 1 } as const

test('[Q-074 WS-08] one notice by both sockets and the poll is news once, whichever is first', () => {
  const { arrivals, told } = world()
  arrivals.polled([])
  arrivals.receive(ready)
  arrivals.hear(raw('1', 'socket first'))
  arrivals.receive(frameOf(raw('1', 'socket first')))
  arrivals.polled(polledOf(raw('1', 'socket first')))
  arrivals.receive(frameOf(raw('2', 'frame first')))
  arrivals.hear(raw('2', 'frame first'))
  arrivals.polled(polledOf(raw('3', 'poll first'), raw('2', 'frame first')))
  arrivals.hear(raw('3', 'poll first'))
  expect(told).toEqual(['1 socket first', '2 frame first', '3 poll first'])
})

test('[Q-074] what was there at the start is no news; a change of it is', () => {
  const { arrivals, told } = world()
  arrivals.polled(polledOf(raw('1', 'old')))
  arrivals.hear(raw('1', 'old'))
  arrivals.hear(raw('1', 'new words', later))
  arrivals.polled(polledOf(raw('1', 'old')))
  expect(told).toEqual(['1 new words'])
})

test('[Q-074] what the agent socket catches up on is known and no news, at the start and after every cut', () => {
  const { arrivals, told } = world()
  for (const cut of ['1', '2']) {
    arrivals.opening()
    arrivals.receive(frameOf(raw(cut, 'during the cut')))
    arrivals.receive(ready)
    arrivals.receive(frameOf(raw(`1${cut}`, 'live')))
  }
  arrivals.polled([])
  arrivals.polled(polledOf(raw('1', 'during the cut')))
  expect(told).toEqual(['11 live', '12 live'])
})

test('[Q-074 CONST-03] a poll tells the oldest first; one after a gap of more than 90 s only catches up', async () => {
  const { arrivals, clock, told } = world()
  arrivals.polled([])
  await clock.pass(90_000)
  arrivals.polled(polledOf(raw('2', 'b', later), raw('1', 'a')))
  await clock.pass(90_001)
  arrivals.polled(polledOf(raw('3', 'missed')))
  await clock.pass(30_000)
  arrivals.polled(polledOf(raw('4', 'd'), raw('3', 'missed')))
  expect(told).toEqual(['1 a', '2 b', '4 d'])
})

test('[Q-074] what is read or dismissed already is no news', () => {
  const { arrivals, told } = world()
  arrivals.receive(ready)
  arrivals.receive(frameOf(raw('1', 'gone'), true))
  arrivals.receive(frameOf(raw('2', 'read', { read: true })))
  expect(told).toEqual([])
})

test('[Q-073] without an id: a local one, kept and told once, and its polled copy is no news', async () => {
  const { arrivals, clock, kept, told } = world()
  const bare = { type: 'MESSAGE', message: 'Hello', conversation_id: '7' }
  arrivals.polled([])
  await clock.pass(1_000)
  arrivals.hear(bare)
  arrivals.hear(bare)
  expect(kept).toMatchObject([{ id: 'local-1', message: 'Hello', timestamp: '1970-01-01T00:00:01.000Z' }])
  arrivals.polled(polledOf(raw('5', 'Hello')))
  expect(told).toEqual(['local-1 Hello'])
  arrivals.polled(polledOf(raw('6', 'Hello'), raw('5', 'Hello')))
  expect(told).toEqual(['local-1 Hello', '6 Hello'])
  arrivals.hear(bare)
  await clock.pass(90_001)
  arrivals.hear(bare)
  expect(told.slice(2)).toEqual(['local-2 Hello', 'local-3 Hello'])
})

test('news waits until somebody listens, the newest ten, and goes when its reader has gone', () => {
  const news = new NoticeQueue()
  const heard: string[] = []
  const notice = (id: number) => readNotification(raw(String(id), 'hello'))
  for (let id = 1; id <= 12; id += 1) news.tell(notice(id))
  const stop = news.listen(({ id }) => heard.push(id))
  news.tell(notice(13))
  stop()
  news.tell(notice(14))
  news.forget()
  news.listen(({ id }) => heard.push(id))
  expect(heard).toEqual(['3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13'])
})
