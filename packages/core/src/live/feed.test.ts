import { describe, expect, test } from 'vitest'
import type { LiveEvent } from '../sockets/api.ts'
import { readConversation, readMessage, readNotification, readUnreadStats } from '../read/entities.ts'
import type { ConversationFilter } from '../conversations/rules.ts'
import {
  type CachedConversation,
  type CachedList,
  type CachedThread,
  type CachedUnread,
  keys,
} from './cached.ts'
import { messageOf, stateOf } from './live.fixture.ts'
import { answer, listOf, minute, Page, rowsOf, settled } from './page.fixture.ts'

const message = (seq: number, more: Parameters<typeof messageOf>[1] = {}): LiveEvent => ({
  event: 'message',
  data: messageOf(seq, more),
  seq,
})
const conversation = (seq: number, id: number, more: Parameters<typeof stateOf>[1] = {}): LiveEvent => ({
  event: 'conversation',
  data: stateOf(id, { last_activity: minute(id), ...more }),
  seq,
})
const read = (seq: number, id: number, seen_no: number): LiveEvent => ({
  event: 'read',
  data: { conversation_id: String(id) as never, seen_no },
  seq,
})
const notice = (seq: number, id: number, more: object = {}): LiveEvent => ({
  event: 'notification',
  data: {
    id: String(id),
    type: 'info',
    timestamp: minute(id),
    read: false,
    dismissed: false,
    ...more,
  } as never,
  seq,
})
const thread = keys.thread('1')
const cachedThread = (seq: number): CachedThread => ({
  conversationId: '1',
  messages: [readMessage(messageOf(1))],
  hasMore: false,
  seq,
})
const unread = (counts: Readonly<Record<string, number>>, seq = 5): CachedUnread => ({
  stats: readUnreadStats({
    total_unread_messages: Object.values(counts).reduce((sum, one) => sum + one, 0),
    conversations_with_unread: Object.keys(counts).length,
    conversation_unread_counts: counts,
    unread_conversations: Object.keys(counts),
  }),
  seq,
})

/** A page with one list, current up to number 5. */
function pageWith(
  filter: ConversationFilter,
  ids: readonly number[],
  more: Partial<CachedList> = {},
  isShown = true,
) {
  const page = new Page()
  const { key, held } = listOf(filter, ids, more)
  page.hold(key, held, isShown)
  page.connect(5)
  const list = () => page.cached(key)
  return { page, key, list, ids: () => list().rows.map(row => row.id) }
}
const served = (...ids: readonly number[]) => rowsOf(...ids).map(row => ({ ...row }))

describe('[WS-04] where a socket begins', () => {
  test('at what is held that is oldest; without anything held at the present', () => {
    const page = new Page()
    page.hold(thread, undefined)
    expect(page.feed.opening()).toBeUndefined()
    page.hold(keys.thread('2'), cachedThread(9))
    page.hold(keys.thread('3'), cachedThread(7))
    expect(page.feed.opening()).toBe(7)
  })

  test('cut while catching up, it goes on after the last frame that came, and asks for nothing again', () => {
    const page = new Page()
    page.hold(thread, cachedThread(5))
    expect(page.feed.opening()).toBe(5)
    page.receive(message(11), message(14))
    expect(page.feed.opening()).toBe(14)
    page.receive(message(19))
    page.feed.receive({ event: 'ready', log: 'one', seq: 20 })
    expect(page.feed.opening()).toBe(20)
    expect(page.again).toEqual([])
  })

  test('a socket that began at the present counts from its ready on: what came before that says nothing of a gap', () => {
    const page = new Page()
    expect(page.feed.opening()).toBeUndefined()
    page.receive(message(11))
    expect(page.feed.opening()).toBeUndefined()
    page.feed.receive({ event: 'ready', log: 'one', seq: 12 })
    page.receive(message(13))
    expect(page.feed.opening()).toBe(13)
  })

  test('a quiet socket moves on with its pongs, and never back', () => {
    const page = new Page()
    page.connect(20)
    page.feed.receive({ event: 'pong', seq: 30 })
    page.feed.receive({ event: 'pong', seq: 25 })
    expect(page.feed.opening()).toBe(30)
  })

  test('an answer from before a socket that began at the present is asked for again, a later one and one on its way are not', async () => {
    const page = new Page()
    page.feed.opening()
    page.hold(thread, cachedThread(11))
    page.hold(keys.thread('2'), cachedThread(12))
    page.hold(keys.thread('3'), undefined)
    page.feed.receive({ event: 'ready', log: 'one', seq: 12 })
    await settled()
    expect(page.again).toEqual(['thread 1'])
  })

  test('another log, or a resync, has everything asked for again, and the unread counts after it', async () => {
    const page = new Page()
    page.hold(thread, cachedThread(5))
    page.hold(keys.unread, unread({}))
    page.connect(6)
    page.connect(7)
    await page.clock.pass(60_000)
    expect(page.again).toEqual([])
    page.feed.receive({ event: 'ready', log: 'two', seq: 3 })
    expect(page.feed.opening()).toBe(3)
    await page.clock.pass(60_000)
    expect(page.again).toEqual(['thread 1', 'unread-stats', 'unread-stats'])
    page.again.length = 0
    page.feed.receive({ event: 'resync', log: 'two', seq: 9_000 })
    expect(page.feed.opening()).toBe(9_000)
    await page.clock.pass(60_000)
    expect(page.again).toEqual(['thread 1', 'unread-stats', 'unread-stats'])
  })
})

describe('[WS-03 WS-04] what a frame changes', () => {
  test('a frame changes what is held from an older number alone', () => {
    const page = new Page()
    page.hold(thread, cachedThread(5))
    page.connect(5)
    const texts = () => page.cached(thread).messages.map(({ content }) => content)
    page.receive({ ...message(5), data: messageOf(1, { content: 'older' }) } as LiveEvent)
    expect(texts()).toEqual(['message 1'])
    page.receive({ ...message(6), data: messageOf(1, { content: 'newer' }) } as LiveEvent)
    expect(texts()).toEqual(['newer'])
  })

  test('the header and the thread of a conversation follow; what a frame does not concern stays the very same', () => {
    const page = new Page()
    const header = keys.conversation('1')
    const missing = keys.conversation('404')
    page.hold(header, { conversation: readConversation(stateOf(1)), seq: 5 } as CachedConversation)
    page.hold(missing, { conversation: null, seq: 5 } as CachedConversation)
    page.hold(thread, cachedThread(5))
    page.hold(keys.assignments('1'), { seq: 5 })
    page.connect(5)
    const all = () => [header, missing, thread].map(key => page.cached(key))
    const before = all()
    page.receive(conversation(6, 2), message(7, { conversation_id: '2' as never }))
    for (const [at, cached] of all().entries()) expect(cached).toBe(before[at])
    page.receive(conversation(9, 1, { status: 'RESOLVED' }), message(10))
    expect(page.cached(header)).toMatchObject({
      conversation: { status: 'RESOLVED' },
      seq: 5,
    })
    expect(page.cached(missing).conversation).toBeNull()
    expect(page.cached(thread)).toMatchObject({ messages: [{ id: '1' }, { id: '10' }], seq: 5 })
  })
})

describe('[Q-084] rows that a list lacks', () => {
  test('are asked for together after a second, and stand in their places', async () => {
    const { page, ids } = pageWith({}, [9, 1])
    page.source.says = { conversations: () => answer(served(4, 3), { seq: 7 }) }
    page.receive(conversation(6, 3), conversation(7, 4))
    await page.clock.pass(999)
    expect(page.source.asked).toEqual([])
    await page.clock.pass(1)
    expect(page.source.asked).toEqual([['conversations', { conversation_id: '3,4' }]])
    expect(ids()).toEqual(['9', '4', '3', '1'])
  })

  test('a hundred fit into one call; the rest follows a second later', async () => {
    const { page } = pageWith({}, [1])
    page.source.says = { conversations: () => answer([], { seq: 106 }) }
    const ids = Array.from({ length: 101 }, (_, at) => 100 + at)
    page.receive(...ids.map((id, at) => conversation(6 + at, id, { last_activity: minute(9) })))
    const calls = () =>
      page.source.asked.flatMap(([, query]) => (query as { conversation_id?: string }).conversation_id ?? [])
    await page.clock.pass(1_999)
    expect(calls()).toEqual([ids.slice(0, 100).join(',')])
    await page.clock.pass(60_000)
    expect(calls().slice(1)).toEqual(['200'])
  })

  test('an answer that frames have come after has them played onto it; the counts of the list are not touched by that', async () => {
    const { page, list } = pageWith({}, [1], { counts: { ACTIVE: 7 } })
    page.source.says = {
      conversations: query =>
        answer(query.limit === undefined ? served(3) : [], { counts: '{"ACTIVE":8}', seq: 6 }),
    }
    page.receive(conversation(6, 3))
    await page.clock.pass(500)
    page.receive(conversation(7, 3, { status: 'RESOLVED' }))
    await page.clock.pass(500)
    expect(list().rows.map(({ id, status }) => [id, status])).toEqual([
      ['3', 'RESOLVED'],
      ['1', 'ACTIVE'],
    ])
    expect(list().counts).toEqual({ ACTIVE: 7 })
  })

  test('an answer from before the frames that are held is asked for again; one without a number is taken', async () => {
    const { page, ids } = pageWith({}, [1])
    page.receive(conversation(6, 3))
    page.source.recent.reset(6)
    page.source.says = { conversations: () => answer(served(3), { seq: 5 }) }
    await page.clock.pass(1_000)
    expect(ids()).toEqual(['1'])
    page.source.says = { conversations: () => answer(served(3), { seq: null }) }
    await page.clock.pass(1_000)
    expect(ids()).toEqual(['3', '1'])
  })

  test('a list that is newer than the rows stays as it is', async () => {
    const { page, ids } = pageWith({}, [1])
    const newer = listOf({ status: 'ACTIVE' }, [1], { seq: 9 })
    page.hold(newer.key, newer.held)
    page.source.says = { conversations: () => answer(served(3), { seq: 8 }) }
    page.receive(conversation(6, 3))
    await page.clock.pass(1_000)
    expect(ids()).toEqual(['3', '1'])
    expect(page.cached(newer.key)).toBe(newer.held)
  })

  test('a call that fails is told, and made again a second later', async () => {
    const { page, ids } = pageWith({}, [1])
    const cause = new Error('503')
    page.source.says = { conversations: () => Promise.reject(cause) }
    page.receive(conversation(6, 3))
    await page.clock.pass(1_000)
    expect(page.troubles).toEqual([cause])
    page.source.says = { conversations: () => answer(served(3), { seq: 6 }) }
    await page.clock.pass(1_000)
    expect(ids()).toEqual(['3', '1'])
    page.source.asked.length = 0
    await page.clock.pass(60_000)
    expect(page.source.asked.filter(([, query]) => 'conversation_id' in (query as object))).toEqual([])
  })

  test('are forgotten when everything is asked for again anyway', async () => {
    const { page } = pageWith({}, [1])
    page.receive(conversation(6, 3))
    page.hold(keys.unread, unread({}))
    page.feed.receive({ event: 'resync', log: 'one', seq: 9 })
    page.source.says = { conversations: () => answer([], { seq: 9 }) }
    await page.clock.pass(60_000)
    expect(page.source.asked.filter(([, query]) => 'conversation_id' in (query as object))).toEqual([])
  })

  test('of a list that nobody looks at: it is asked for once somebody does', async () => {
    const { page, key } = pageWith({}, [1], {}, false)
    page.receive(conversation(6, 1))
    expect(page.isExpired(key)).toBe(false)
    page.receive(conversation(7, 3))
    await page.clock.pass(60_000)
    expect([page.isExpired(key), page.source.asked]).toEqual([true, []])
  })

  test('of a list that nobody looks at, its counts alone: too', () => {
    const { page, key } = pageWith({ status: 'DORMANT' }, [], {}, false)
    page.receive(conversation(6, 3))
    expect(page.isExpired(key)).toBe(true)
  })
})

describe('[CLIST-19] counts that frames cannot settle', () => {
  const filter = { status: 'DORMANT', search: 'nakato', assigneeId: '7', hasOpenIssues: false } as const

  test('are asked for after two seconds, with the list’s own filter', async () => {
    const { page, list } = pageWith(filter, [], { counts: {} })
    page.source.says = { conversations: () => answer([], { seq: 6, counts: '{"ACTIVE":4}' }) }
    page.receive(conversation(6, 3))
    await page.clock.pass(1_999)
    expect(page.source.asked).toEqual([])
    await page.clock.pass(1)
    expect(page.source.asked).toEqual([
      [
        'conversations',
        { limit: 1, status: 'DORMANT', search: 'nakato', assignee_id: '7', has_open_issues: 'false' },
      ],
    ])
    expect(list().counts).toMatchObject({ ACTIVE: 4, RESOLVED: 0 })
    await page.clock.pass(60_000)
    expect(page.source.asked).toHaveLength(1)
  })

  test('not for a list that nobody looks at', async () => {
    const { page } = pageWith({ status: 'DORMANT' }, [])
    const hidden = listOf({ status: 'RESOLVED' }, [])
    page.hold(hidden.key, hidden.held, false)
    page.source.says = { conversations: () => answer([], { seq: 6 }) }
    page.receive(conversation(6, 3))
    await page.clock.pass(2_000)
    expect(page.source.asked.map(([, query]) => (query as { status: string }).status)).toEqual(['DORMANT'])
  })

  test('a list that was fetched meanwhile has newer ones', async () => {
    const { page, list } = pageWith({ status: 'DORMANT' }, [], { counts: { ACTIVE: 9 } })
    page.source.says = { conversations: () => answer([], { seq: 4, counts: '{"ACTIVE":4}' }) }
    page.source.needs.tell('counts')
    await page.clock.pass(2_000)
    expect(list().counts).toEqual({ ACTIVE: 9 })
  })

  test.each([
    ['when a conversation changed since they were counted', conversation(7, 4), 6, 2],
    ['not when something else did', message(7), 6, 1],
    ['when they count what has not come yet', message(7), 8, 2],
    ['not when a server gives no number', conversation(7, 4), null, 1],
  ])('again %s', async (_, since, seq, calls) => {
    const { page } = pageWith({ status: 'DORMANT' }, [])
    page.receive(conversation(6, 3), since)
    page.source.says = { conversations: () => answer([], { seq, counts: '{"ACTIVE":4}' }) }
    await page.clock.pass(3_999)
    expect(page.source.asked).toHaveLength(1)
    await page.clock.pass(1)
    expect(page.source.asked).toHaveLength(calls)
  })

  test('a call that fails is told, and made again two seconds later', async () => {
    const { page, list } = pageWith({ status: 'DORMANT' }, [])
    const cause = new Error('503')
    page.source.says = { conversations: () => Promise.reject(cause) }
    page.receive(conversation(6, 3))
    await page.clock.pass(2_000)
    expect(page.troubles).toEqual([cause])
    page.source.says = { conversations: () => answer([], { seq: 6, counts: '{"ACTIVE":4}' }) }
    await page.clock.pass(2_000)
    expect(list().counts).toMatchObject({ ACTIVE: 4 })
  })
})

describe('[CONV-03] the unread counts', () => {
  const agent = { id: '7' as never, name: 'Ann' }
  test('follow the row that a frame leaves behind, from its header or from a list, without a call', async () => {
    const page = new Page()
    page.hold(keys.unread, unread({ '1': 2, '9': 1 }))
    page.hold(keys.conversation('1'), {
      conversation: readConversation(stateOf(1, { inbound_no: 2, agent })),
      seq: 5,
    } as CachedConversation)
    const { key, held } = listOf({}, [9, 1])
    page.hold(key, held)
    page.connect(5)
    const counts = () => page.cached(keys.unread).stats.conversation_unread_counts
    page.receive(conversation(6, 1, { inbound_no: 4, agent }))
    expect(counts()).toEqual({ '1': 4, '9': 1 })
    page.receive(read(7, 1, 3), conversation(8, 9, { inbound_no: 5, agent }))
    expect(counts()).toEqual({ '1': 1, '9': 5 })
    const before = page.cached(keys.unread)
    page.receive(message(9), read(10, 1, 3))
    expect(page.cached(keys.unread)).toBe(before)
    await page.clock.pass(60_000)
    expect([page.source.asked, page.again]).toEqual([[], []])
  })

  test('are asked for, every two seconds at most, when the row is not held', async () => {
    const page = new Page()
    page.hold(keys.unread, unread({}))
    page.connect(5)
    page.receive(conversation(6, 1), conversation(7, 2), read(8, 3, 1))
    await page.clock.pass(1_999)
    expect(page.again).toEqual([])
    await page.clock.pass(60_000)
    expect(page.again).toEqual(['unread-stats'])
    page.source.needs.tell('unread')
    await page.clock.pass(2_000)
    expect(page.again).toEqual(['unread-stats', 'unread-stats'])
  })

  test('the bell counts the notices that are held; where they are not it is asked for', async () => {
    const page = new Page()
    page.hold(keys.unread, unread({}))
    page.connect(5)
    page.receive(notice(6, 1))
    await page.clock.pass(2_000)
    expect(page.again).toEqual(['unread-stats'])
    page.hold(thread, cachedThread(5))
    page.hold(keys.notices, {
      value: [{ ...readNotification({ id: '8', timestamp: minute(1) }), read: true }],
      seq: 5,
    } as never)
    page.receive(notice(7, 1), notice(8, 2), notice(9, 2, { read: true }))
    const bell = page.cached(keys.unread)
    expect(bell.stats.unread_notifications).toBe(1)
    page.receive(notice(10, 2, { read: true, message: 'Said otherwise' }))
    expect(page.cached(keys.unread)).toBe(bell)
    await page.clock.pass(60_000)
    expect(page.again).toEqual(['unread-stats'])
  })
})

test('once stopped, nothing that was planned is asked for any more', async () => {
  const { page } = pageWith({}, [1])
  page.hold(keys.unread, unread({}))
  page.receive(conversation(6, 3))
  page.feed.stop()
  page.receive(conversation(7, 4))
  await page.clock.pass(60_000)
  expect([page.source.asked, page.again]).toEqual([[], []])
})
