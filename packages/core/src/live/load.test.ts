import { describe, expect, test } from 'vitest'
import type { LiveEvent } from '../sockets/api.ts'
import { readConversation } from '../read/entities.ts'
import type { CachedList, CachedThread } from './cached.ts'
import { messageOf, stateOf } from './live.fixture.ts'
import {
  loadConversation,
  loadList,
  loadListHead,
  loadNewer,
  loadNextPage,
  loadOlder,
  loadStretch,
  loadThread,
  loadUnread,
} from './load.ts'
import type { Need } from './fetchers.ts'
import { answer, listOf, minute, rowsOf, Source } from './page.fixture.ts'
import { withStretch } from './thread.ts'
import { loadAgents, loadNotices } from './reducers.ts'

const conversation = (seq: number, id: number, more: Parameters<typeof stateOf>[1] = {}): LiveEvent => ({
  event: 'conversation',
  data: stateOf(id, { last_activity: minute(id), ...more }),
  seq,
})
const message = (seq: number, id: number, more: Parameters<typeof messageOf>[1] = {}): LiveEvent => ({
  event: 'message',
  data: messageOf(id, { created_at: minute(id), ...more }),
  seq,
})

/** A source, and the needs that it is told. */
function sourceWith(says: Source['says']) {
  const source = new Source()
  source.says = says
  const needs: Need[] = []
  source.needs.listen(need => needs.push(need))
  return { source, needs, queries: () => source.asked.map(([, query]) => query) }
}

/** A server's conversations, newest first, in pages of three. */
const pages =
  (all: readonly number[], numbers: readonly number[] = []): NonNullable<Source['says']['conversations']> =>
  ({ after, limit }) => {
    const from = after === undefined ? 0 : all.indexOf(Number(after)) + 1
    return answer(rowsOf(...all.slice(from, from + Number(limit))), {
      counts: `{"ACTIVE":${all.length}}`,
      ...(numbers.length > 0 && { seq: numbers[Math.floor(from / Number(limit))] ?? null }),
    })
  }
const idsOf = ({ rows }: Pick<CachedList, 'rows'>) => rows.map(({ id }) => Number(id))
const cachedOf = (ids: readonly number[]): CachedList => listOf({}, ids).held

describe('a list', () => {
  test('is one page, with what its answer says of it', async () => {
    const { source, queries, needs } = sourceWith({ conversations: pages([9, 8, 7, 6]) })
    const list = await loadList(source, { status: 'ACTIVE', hasOpenIssues: true }, undefined)
    expect(list).toMatchObject({
      filter: { status: 'ACTIVE', hasOpenIssues: true },
      hasMore: true,
      edge: {
        id: '7',
        last_activity: minute(7),
        waiting_since: null,
        ticket_priority: null,
        closes_within_hour: false,
        last_reply: null,
        reach: stateOf(0).reach,
        snoozed: null,
        mentioned: [],
      },
      counts: { ACTIVE: 4, RESOLVED: 0 },
      seq: 5,
    })
    expect(idsOf(list)).toEqual([9, 8, 7])
    expect(queries()).toEqual([{ limit: 3, status: 'ACTIVE', has_open_issues: 'true' }])
    expect(needs).toEqual([])
  })

  test('that is empty, or that a server gives no number for', async () => {
    const { source } = sourceWith({ conversations: () => answer([], { seq: null }) })
    expect(await loadList(source, {}, undefined)).toMatchObject({
      rows: [],
      hasMore: false,
      edge: null,
      counts: {},
      seq: 0,
    })
  })

  test('is fetched as far down as its reader is; the counts then are asked for', async () => {
    const { source, queries, needs } = sourceWith({ conversations: pages([9, 8, 7, 6, 5, 4, 3, 2, 1]) })
    const list = await loadList(source, { search: 'nakato' }, cachedOf([9, 8, 7, 6]))
    expect(idsOf(list)).toEqual([9, 8, 7, 6, 5, 4, 3])
    expect(queries()).toEqual([
      { limit: 3, search: 'nakato' },
      { limit: 4, after: '7', search: 'nakato' },
    ])
    expect(needs).toEqual(['counts'])
  })

  test('that became shorter ends where it ends', async () => {
    const { source, queries, needs } = sourceWith({ conversations: pages([9, 8]) })
    expect(await loadList(source, {}, cachedOf([9, 8, 7, 6]))).toMatchObject({ hasMore: false })
    expect([queries().length, needs]).toEqual([1, []])
  })

  test('has what came since its answer; what that leaves open is told', async () => {
    const { source, needs } = sourceWith({ conversations: pages([9, 8, 7]) })
    for (const event of [
      conversation(5, 9, { status: 'DORMANT' }),
      conversation(6, 8, { status: 'RESOLVED' }),
    ])
      source.recent.add(event)
    const list = await loadList(source, {}, undefined)
    expect(list.rows.map(({ status }) => status)).toEqual(['ACTIVE', 'RESOLVED', 'ACTIVE'])
    expect(list.counts).toMatchObject({ ACTIVE: 2, RESOLVED: 1 })
    expect(needs).toEqual([])
    source.recent.add(conversation(7, 10))
    await loadList(source, {}, undefined)
    expect(needs).toEqual([{ row: '10' }, 'counts'])
  })

  test('an answer that is older than the frames that are held is asked for again, four times at most', async () => {
    let seq = 5
    const { source, queries } = sourceWith({ conversations: () => answer([], { seq: seq++ }) })
    source.recent.reset(7)
    expect((await loadList(source, {}, undefined)).seq).toBe(7)
    expect(queries()).toHaveLength(3)
    source.recent.reset(100)
    expect((await loadList(source, {}, undefined)).seq).toBe(11)
    expect(queries()).toHaveLength(7)
  })
})

describe('[Q-145] the head of a list, while no frames come', () => {
  const tail = {
    ...cachedOf([9, 8, 7, 6, 5]),
    hasMore: true,
    edge: {
      id: '5',
      last_activity: minute(5),
      waiting_since: null,
      ticket_priority: null,
      closes_within_hour: false,
      last_reply: null,
      reach: stateOf(0).reach,
      snoozed: null,
      mentioned: [],
    },
  }
  test('stands before what is held behind it', async () => {
    const { source, queries } = sourceWith({ conversations: pages([10, 9, 8, 7, 6, 5]) })
    const list = await loadListHead(source, {}, tail)
    expect(idsOf(list)).toEqual([10, 9, 8, 7, 6, 5])
    expect(list).toMatchObject({ hasMore: true, edge: tail.edge, isTailOld: true })
    expect(queries()).toHaveLength(1)
  })
  test.each([
    ['nothing is held', undefined, [9, 8, 7, 6]],
    ['nothing is held behind it', cachedOf([9, 8, 7]), [9, 8, 7, 6]],
    ['what is held before its end has gone', cachedOf([12, 11, 9, 8, 7]), [9, 8, 7, 6]],
    ['there is nothing behind it', tail, [9, 8]],
    ['the server has nothing', tail, []],
  ])('is all there is where %s', async (_, cached, all) => {
    const { source } = sourceWith({ conversations: pages(all) })
    const list = await loadListHead(source, {}, cached)
    expect(idsOf(list)).toEqual(all.slice(0, 3))
    expect([list.isTailOld, list.hasMore]).toEqual([undefined, all.length > 3])
  })
})

describe('the page behind a list’s edge', () => {
  const first = async (source: Source) => loadList(source, { status: 'ACTIVE' }, undefined)
  test('comes behind it, each row once, and leaves the counts', async () => {
    const { source, queries } = sourceWith({ conversations: pages([9, 8, 7, 6, 5]) })
    const held = { ...(await first(source)), counts: { ACTIVE: 40 } }
    const step = await loadNextPage(source, held)
    expect(queries().at(-1)).toEqual({ limit: 4, after: '7', status: 'ACTIVE' })
    const moved = { ...held, rows: [...rowsOf(6), ...held.rows] }
    expect(idsOf(step(moved))).toEqual([9, 8, 7, 6, 5])
    expect(step(moved)).toMatchObject({
      hasMore: false,
      edge: {
        id: '5',
        last_activity: minute(5),
        waiting_since: null,
        ticket_priority: null,
        closes_within_hour: false,
        last_reply: null,
        reach: stateOf(0).reach,
        snoozed: null,
        mentioned: [],
      },
      counts: { ACTIVE: 40 },
      seq: 5,
    })
  })
  test('has more behind it where it is full, and keeps the edge where it is empty', async () => {
    const { source } = sourceWith({ conversations: pages([9, 8, 7, 6, 5, 4, 3]) })
    const cached = await first(source)
    const longer = (await loadNextPage(source, cached))(cached)
    expect(longer).toMatchObject({ hasMore: true, edge: { id: '3' } })
    expect((await loadNextPage(source, longer))(longer)).toMatchObject({ hasMore: false, edge: { id: '3' } })
  })
  test('has what came since the list began; the counts had that already', async () => {
    const { source, needs } = sourceWith({ conversations: pages([9, 8, 7, 6]) })
    const cached = await first(source)
    source.recent.add(conversation(6, 6, { status: 'DORMANT' }))
    const longer = (await loadNextPage(source, cached))(cached)
    expect([idsOf(longer), longer.counts]).toEqual([[9, 8, 7], cached.counts])
    expect(needs).toEqual([])
  })
  test('is dropped where the edge moved meanwhile, and not asked for without one', async () => {
    const { source, queries } = sourceWith({ conversations: pages([9, 8, 7, 6]) })
    const cached = await first(source)
    const step = await loadNextPage(source, cached)
    const other = {
      ...cached,
      edge: {
        id: '8',
        last_activity: minute(8),
        waiting_since: null,
        ticket_priority: null,
        closes_within_hour: false,
        last_reply: null,
        reach: stateOf(0).reach,
        snoozed: null,
        mentioned: [],
      },
    }
    expect(step(other)).toBe(other)
    const empty = { ...cached, edge: null }
    expect([(await loadNextPage(source, empty))(empty), queries().length]).toEqual([empty, 2])
  })
})

describe('[Q-034] one conversation', () => {
  test.each([
    ['the one that was asked for', [stateOf(1), stateOf(2)], '1'],
    ['another one first', [stateOf(2), stateOf(1)], undefined],
    ['none', [], undefined],
    ['nothing that can be read', null, undefined],
  ])('of an answer with %s', async (_, value, id) => {
    const { source } = sourceWith({ conversation: () => answer(value) })
    const cached = await loadConversation(source, '1')
    expect([cached.conversation?.id, cached.seq]).toEqual([id, 5])
    expect(source.asked).toEqual([['conversation', '1']])
  })
  test('has what came since its answer', async () => {
    const { source } = sourceWith({ conversation: () => answer([stateOf(1)]) })
    source.recent.add(conversation(5, 1, { status: 'DORMANT' }))
    source.recent.add(conversation(6, 1, { status: 'RESOLVED' }))
    source.recent.add(conversation(7, 2, { status: 'ARCHIVED' }))
    expect((await loadConversation(source, '1')).conversation?.status).toBe('RESOLVED')
  })
  test('is true from the beginning where a server gives no number', async () => {
    const { source } = sourceWith({ conversation: () => answer([], { seq: null }) })
    expect(await loadConversation(source, '1')).toEqual({ conversation: null, seq: 0 })
  })
})

describe('[API-14] a thread', () => {
  const history = (...ids: readonly number[]) => ({
    messages: ids.map(id => messageOf(id, { created_at: minute(id) })),
    has_more: true,
  })
  const cached = (count: number) => ({ messages: Array.from({ length: count }) }) as unknown as CachedThread
  const idsIn = ({ messages }: CachedThread) => messages.map(({ id }) => Number(id))

  test.each([
    ['nothing is held', undefined, 2],
    ['less is held', cached(1), 2],
    ['more is held', cached(7), 7],
    ['very much is held', cached(5_000), 1_000],
  ])('is asked for as far back as it is held: where %s', async (_, before, limit) => {
    const { source } = sourceWith({ history: () => answer(history(4, 5)) })
    const thread = await loadThread(source, '1', before)
    expect(source.asked).toEqual([['history', '1', { limit }]])
    expect(thread).toMatchObject({ conversationId: '1', hasMore: true, seq: 5 })
    expect(idsIn(thread)).toEqual([4, 5])
  })

  test('has what came since its answer; an older page too', async () => {
    const { source } = sourceWith({ history: () => answer(history(4, 5), { seq: 6 }) })
    for (const [seq, id] of [
      [6, 7],
      [7, 8],
    ] as const)
      source.recent.add(message(seq, id))
    const thread = await loadThread(source, '1', undefined)
    expect(idsIn(thread)).toEqual([4, 5, 8])
    source.says = { history: () => answer({ ...history(1, 2), has_more: false }, { seq: 7 }) }
    source.recent.add(message(8, 2, { content: 'since' }))
    const older = (await loadOlder(source, '1', '4'))(thread)
    expect(source.asked.at(-1)).toEqual(['history', '1', { limit: 2, before: '4' }])
    expect([idsIn(older), older.hasMore, older.messages[1]?.content]).toEqual([
      [1, 2, 4, 5, 8],
      false,
      'since',
    ])
  })

  test('[Q-220] around a message it is paged towards the newest, and has what comes once it reaches that', async () => {
    const { source } = sourceWith({
      history: () => answer({ ...history(4, 5), has_newer: true }, { seq: 6 }),
    })
    source.recent.add(message(7, 9))
    source.recent.add(message(8, 5, { content: 'since' }))
    const stretch = await loadStretch(source, '1', '4', undefined)
    expect(source.asked).toEqual([['history', '1', { limit: 2, around: '4' }]])
    expect([idsIn(stretch), stretch.hasNewer, stretch.messages[1]?.content]).toEqual([[4, 5], true, 'since'])
    expect((await loadNewer(source, '1', '4'))(stretch)).toBe(stretch)
    source.says = { history: () => answer({ ...history(6, 7), has_newer: false }, { seq: 6 }) }
    const whole = (await loadNewer(source, '1', '5'))(stretch)
    expect(source.asked.at(-1)).toEqual(['history', '1', { limit: 2, after: '5' }])
    expect([idsIn(whole), whole.hasNewer, whole.hasMore]).toEqual([[4, 5, 6, 7, 9], false, true])
    const newest = { ...whole, messages: whole.messages.slice(3), hasMore: true }
    expect(idsIn({ ...newest, ...withStretch(newest, whole) })).toEqual([4, 5, 6, 7, 9])
    expect(withStretch(whole, newest)).toBe(whole)
    await loadStretch(source, '1', '4', whole)
    expect(source.asked.at(-1)).toEqual(['history', '1', { limit: 5, around: '6' }])
  })

  test('an older page is dropped where the thread begins elsewhere by now', async () => {
    const { source } = sourceWith({ history: () => answer(history(4, 5)) })
    const thread = await loadThread(source, '1', undefined)
    expect((await loadOlder(source, '1', '3'))(thread)).toBe(thread)
    const empty = { ...thread, messages: [] }
    expect((await loadOlder(source, '1', '4'))(empty)).toBe(empty)
  })

  test('without numbers an older page has everything since the thread', async () => {
    const { source } = sourceWith({ history: () => answer(history(4), { seq: null }) })
    source.recent.add(message(3, 2))
    const thread = await loadThread(source, '1', undefined)
    expect(thread.seq).toBe(0)
    source.says = { history: () => answer(history(1, 3), { seq: null }) }
    expect(idsIn((await loadOlder(source, '1', '4'))(thread))).toEqual([1, 2, 3, 4])
  })
})

describe('[CONV-03] the unread counts', () => {
  const viewer = { id: '7' as never, name: 'Ann' }
  const stats = {
    total_unread_messages: 3,
    conversations_with_unread: 1,
    conversation_unread_counts: { '1': 3 },
    unread_conversations: ['1'],
  }
  test('have what came since their answer, by the rows that are held', async () => {
    const { source, needs } = sourceWith({ unreadStats: () => answer(stats) })
    source.recent.add(conversation(5, 8))
    source.recent.add(conversation(6, 1))
    source.recent.add({ event: 'read', data: { conversation_id: '2' as never, seen_no: 1 }, seq: 7 })
    const rows = [
      readConversation(stateOf(1, { inbound_no: 9, agent: viewer })),
      readConversation(stateOf(2, { inbound_no: 2, agent: viewer })),
    ]
    const cached = await loadUnread(source, id => rows.find(row => row.id === id) ?? null)
    expect(cached).toMatchObject({ seq: 5, stats: { conversation_unread_counts: { '1': 9, '2': 2 } } })
    expect(needs).toEqual([])
  })
  test.each([
    ['a row that is not held', conversation(6, 1), ['unread']],
    ['a notice', { event: 'notification', data: { id: '4' }, seq: 6 } as LiveEvent, ['unread']],
    ['a message', message(6, 4), []],
  ])('are asked for again after %s', async (_, event, expected) => {
    const { source, needs } = sourceWith({ unreadStats: () => answer(stats, { seq: null }) })
    source.recent.add(event)
    expect(await loadUnread(source, () => null)).toMatchObject({
      seq: 0,
      stats: { total_unread_messages: 3 },
    })
    expect(needs).toEqual(expected)
  })
})

describe('what comes whole', () => {
  test('every agent by name, and the notices from the newest on', async () => {
    const { source } = sourceWith({
      agents: () =>
        answer([
          { id: '1', name: 'Carol' },
          { id: '2', name: 'Amina' },
        ]),
      notices: () => answer([1, 2].map(id => ({ id: String(id), type: 'info', timestamp: minute(id) }))),
    })
    expect((await loadAgents(source)).value.map(({ name }) => name)).toEqual(['Amina', 'Carol'])
    expect((await loadNotices(source)).value.map(({ id }) => id)).toEqual(['2', '1'])
  })
})
