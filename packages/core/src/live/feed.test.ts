import { expect, test } from 'vitest'
import type { ChangeFrame } from '../api/sockets.ts'
import type { Asks } from './asks.ts'
import type { AnswerCache, CacheEntry } from './cache.ts'
import { Feed } from './feed.ts'
import { keys } from './held.ts'
import { messageOf } from './live.fixture.ts'
import { pageSizes } from './load.ts'
import { Needs } from './needs.ts'
import { RecentFrames } from './recent-frames.ts'

const unused = () => Promise.reject(new Error('not asked here'))
const ask: Asks = {
  conversations: unused,
  conversation: unused,
  history: unused,
  unreadStats: unused,
  tickets: unused,
  ticket: unused,
  issues: unused,
  agents: unused,
  notices: unused,
}

/** A feed over one thread that is held from a number on, or over nothing. */
function feedOver(seq: number | null) {
  const renewed: number[] = []
  const thread: CacheEntry = {
    key: keys.thread('9'),
    isShown: true,
    seq,
    read: () => undefined,
    edit: () => undefined,
    expire: () => undefined,
  }
  const cache: AnswerCache = {
    entries: () => (seq === null ? [] : [thread]),
    renew: async which => {
      if (seq !== null && which(thread)) renewed.push(seq)
      return false
    },
    refetch: async () => undefined,
  }
  const feed = new Feed({
    cache,
    source: {
      ask,
      recent: new RecentFrames(),
      needs: new Needs(),
      moment: () => ({ now: new Date(0), timeZone: 'Africa/Kampala' }),
      pageSizes,
    },
    clock: { now: () => 0, after: () => () => undefined },
    onTrouble: cause => {
      throw cause
    },
  })
  return { feed, renewed }
}

const message = (seq: number): ChangeFrame => ({ event: 'message', data: messageOf(seq), seq })

test('cut while catching up, it goes on after the last frame that came, and asks for nothing again', () => {
  const { feed, renewed } = feedOver(5)
  expect(feed.opening()).toBe(5)
  feed.receive(message(11))
  feed.receive(message(14))
  expect(feed.opening()).toBe(14)
  feed.receive(message(19))
  feed.receive({ event: 'ready', log: 'one', seq: 20 })
  expect(feed.opening()).toBe(20)
  expect(renewed).toEqual([])
})

test('a socket that began at the present counts from its ready on: what came before that says nothing of a gap', () => {
  const { feed } = feedOver(null)
  expect(feed.opening()).toBeUndefined()
  feed.receive(message(11))
  expect(feed.opening()).toBeUndefined()
  feed.receive({ event: 'ready', log: 'one', seq: 12 })
  feed.receive(message(13))
  expect(feed.opening()).toBe(13)
})

test('another log, or a resync, has everything asked for again', () => {
  const { feed, renewed } = feedOver(5)
  feed.opening()
  feed.receive({ event: 'ready', log: 'one', seq: 6 })
  expect(renewed).toEqual([])
  feed.receive({ event: 'ready', log: 'two', seq: 3 })
  expect(renewed.length).toBeGreaterThan(0)
  expect(feed.opening()).toBe(3)
  const before = renewed.length
  feed.receive({ event: 'resync', log: 'two', seq: 9_000 })
  expect(renewed.length).toBeGreaterThan(before)
  expect(feed.opening()).toBe(9_000)
})
