import type { TicketEntity } from '@parley/core/tickets/api'
import { Feed } from '@parley/core/live/feed'
import {
  type Cached,
  type CachedAgents,
  type CachedConversation,
  type CachedList,
  type CachedNotices,
  type CachedThread,
  type CachedUnread,
  keys,
} from '@parley/core/live/cached'
import {
  loadConversation,
  loadList,
  loadOlder,
  loadThread,
  loadUnread,
  pageSizes,
  type Source,
} from '@parley/core/live/load'
import { Needs } from '@parley/core/live/fetchers'
import { RecentEvents } from '@parley/core/live/recent-events'
import { loadAgents, loadNotices } from '@parley/core/live/reducers'
import { readTickets } from '@parley/core/read/work'
import { compareConversations } from '@parley/core/conversations/rules'
import { compareMessages } from '@parley/core/conversations/thread'
import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCache, editCached, rowOf } from './query-cache.ts'
import { FakeServer, seeded, viewer } from './fake-server.fixture.ts'
import { Invalidation } from './invalidate.ts'
import { ManualClock } from './manual-clock.fixture.ts'
import { fetched } from './source.ts'

beforeEach(() => {
  notifyManager.setScheduler(run => run())
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const all = {}
const active = { status: 'ACTIVE' } as const

/** A page with its cache, feed and a socket that can be cut, in front of a server. */
class Page {
  readonly clock = new ManualClock()
  readonly client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', gcTime: Number.POSITIVE_INFINITY } },
  })
  readonly recent = new RecentEvents()
  readonly random: () => number
  readonly server: FakeServer
  readonly source: Source
  readonly feed: Feed
  readonly invalidation: Invalidation
  readonly threadId: string
  log = 'one'
  #socket: { open: boolean; sent: number } = { open: false, sent: 0 }
  readonly #unsubscribe: (() => void)[] = []

  constructor(seed: number, size: { conversations: number; messages: number }) {
    this.random = seeded(seed)
    this.server = new FakeServer(this.random, this.clock, size)
    this.source = {
      ask: this.server.ask,
      recent: this.recent,
      needs: new Needs(),
      pageSizes,
      viewerId: () => viewer,
    }
    this.feed = new Feed({
      cache: answerCache(this.client),
      source: this.source,
      clock: this.clock,
      onTrouble: () => undefined,
    })
    this.invalidation = new Invalidation({ client: this.client, clock: this.clock, recent: this.recent })
    this.threadId = String(this.server.conversations[0]?.id)
  }

  /** Shows two lists, a thread with its header, and the unread counts. */
  show(): void {
    const { client, source, threadId } = this
    const watch = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) => {
      const observer = new QueryObserver(client, {
        queryKey,
        queryFn,
        staleTime: Number.POSITIVE_INFINITY,
        structuralSharing: false,
      })
      this.#unsubscribe.push(observer.subscribe(() => undefined))
    }
    for (const filter of [all, active]) {
      const key = keys.list(filter)
      watch(key, () => loadList(source, filter, client.getQueryData<CachedList>(key)))
    }
    watch(keys.conversation(threadId), () => loadConversation(source, threadId))
    watch(keys.thread(threadId), () =>
      loadThread(source, threadId, client.getQueryData<CachedThread>(keys.thread(threadId))),
    )
    watch(keys.unread, () => loadUnread(source, id => rowOf(client, id)))
    watch(keys.tickets(threadId), () =>
      fetched(() => this.server.askTickets(threadId), readTickets, this.recent),
    )
    watch(keys.agents, () => loadAgents(source))
    watch(keys.notices, () => loadNotices(source))
  }

  /** Opens the socket: catch-up first, then `ready`, then every change a moment after it happened. */
  async connect(): Promise<void> {
    const socket = { open: true, sent: 0 }
    this.#socket = socket
    const after = this.feed.opening()
    const say = (event: Parameters<Feed['receive']>[0]) => {
      if (!socket.open) return
      this.feed.receive(event)
      this.invalidation.receive(event)
    }
    await this.clock.wait(this.random() * 1_000)
    const now = this.server.seq
    const missed = after === undefined ? [] : this.server.framesAfter(after)
    if (missed === null) say({ event: 'resync', log: this.log, seq: now })
    for (const event of missed ?? []) {
      await this.clock.wait(this.random() * 50)
      say(event)
    }
    say({ event: 'ready', log: this.log, seq: now })
    socket.sent = now
    while (socket.open) {
      await this.clock.wait(20 + this.random() * 300)
      while (socket.open && socket.sent < this.server.seq) {
        socket.sent += 1
        say(this.server.frameAt(socket.sent))
      }
      if (this.random() < 0.1) say({ event: 'pong', seq: socket.sent })
    }
  }

  cut(): void {
    this.#socket.open = false
  }

  older(): void {
    const first = this.client.getQueryData<CachedThread>(keys.thread(this.threadId))?.messages[0]
    if (first === undefined) return
    loadOlder(this.source, this.threadId, first.id)
      .then(step => editCached<CachedThread>(this.client, keys.thread(this.threadId), step))
      .catch(() => undefined)
  }

  stop(): void {
    this.cut()
    this.feed.stop()
    this.invalidation.stop()
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.client.clear()
  }

  /** Every difference between what is held and what the server has. */
  differences(): readonly string[] {
    return [
      ...this.#listDifferences(all),
      ...this.#listDifferences(active),
      ...this.#otherDifferences(),
      ...this.#followedDifferences(),
    ]
  }

  /** What is held whole: the tickets, which events invalidate, the notices, the agents. */
  #followedDifferences(): readonly string[] {
    const { client, server, threadId } = this
    const tickets = client.getQueryData<Cached<readonly TicketEntity[]>>(keys.tickets(threadId))?.value
    const notices = client.getQueryData<CachedNotices>(keys.notices)?.value
    const agents = client.getQueryData<CachedAgents>(keys.agents)?.value
    const unread = client.getQueryData<CachedUnread>(keys.unread)?.stats.unread_notifications
    return [
      ...different(
        'tickets',
        tickets?.map(({ id, status, version }) => ({ id, status, version })),
        server.tickets.toReversed().map(({ id, status, version }) => ({ id: String(id), status, version })),
      ),
      ...different(
        'notices',
        notices?.map(({ id, read }) => ({ id, read })),
        server.notices
          .filter(({ dismissed }) => !dismissed)
          .toReversed()
          .map(({ id, read }) => ({ id: String(id), read })),
      ),
      ...different(
        'agents',
        agents?.map(({ id, current_workload: workload }) => ({ id, workload })),
        server.agents.map(({ id, workload }) => ({ id: String(id), workload })),
      ),
      ...different('unread notices', unread, server.stats().unread_notifications),
    ]
  }

  #listDifferences(filter: typeof all | typeof active): readonly string[] {
    const list = this.client.getQueryData<CachedList>(keys.list(filter))
    if (list === undefined) return ['no list']
    const { edge, hasMore } = list
    const truth = this.server
      .sorted('status' in filter ? filter.status : undefined)
      .map(one => ({ id: String(one.id), status: one.status, unread: one.inbound - one.seen, one }))
    const held = list.rows.map(row => ({ id: row.id, status: row.status, unread: row.unread_count }))
    const expected = truth
      .filter(({ id, one }) => {
        const last_activity = new Date(Date.UTC(2026, 10, 20) + one.activity * 1_000).toISOString()
        return !hasMore || edge === null || compareConversations({ id, last_activity }, edge) <= 0
      })
      .map(({ id, status, unread }) => ({ id, status, unread }))
    return [
      ...different(`list ${JSON.stringify(filter)}`, held, expected),
      ...different('counts', sorted(list.counts), sorted(this.server.counts())),
    ]
  }

  #otherDifferences(): readonly string[] {
    const { client, server, threadId } = this
    const one = server.conversations.find(({ id }) => String(id) === threadId)
    const held = client.getQueryData<CachedConversation>(keys.conversation(threadId))?.conversation
    const thread = client.getQueryData<CachedThread>(keys.thread(threadId))
    const first = thread?.messages[0]
    const truth = server
      .thread(threadId)
      .map(message => ({
        id: String(message.id),
        status: message.status,
        created_at: new Date(Date.UTC(2026, 10, 20) + message.at * 1_000).toISOString(),
      }))
      .filter(message => !thread?.hasMore || first === undefined || compareMessages(message, first) >= 0)
    const unread = client.getQueryData<CachedUnread>(keys.unread)?.stats
    return [
      ...different(
        'conversation',
        [held?.status, held?.unread_count],
        [one?.status, (one?.inbound ?? 0) - (one?.seen ?? 0)],
      ),
      ...different(
        'thread',
        thread?.messages.map(({ id, status, created_at }) => ({ id, status, created_at })),
        truth,
      ),
      ...different(
        'unread',
        [unread?.total_unread_messages, sorted(unread?.conversation_unread_counts ?? {})],
        [server.stats().total_unread_messages, sorted(server.stats().conversation_unread_counts)],
      ),
    ]
  }
}

const sorted = (record: object): string =>
  JSON.stringify(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

function different(what: string, held: unknown, truth: unknown): readonly string[] {
  if (JSON.stringify(held) === JSON.stringify(truth)) return []
  const [left, right] = [held, truth].map(side =>
    (Array.isArray(side) ? side : [side]).map(one => JSON.stringify(one)),
  )
  const only = (these: readonly string[] = [], those: readonly string[] = []) =>
    these.filter(one => !those.includes(one)).join(' ')
  return [`${what}: held alone ${only(left, right)}; the server alone ${only(right, left)}; else their order`]
}

/** One life of a page: things happen, calls are slow and fail, the socket is cut; then everything calms down. */
async function run(seed: number): Promise<readonly string[]> {
  const size =
    seed % 50 === 0 ? { conversations: 505, messages: 90 } : { conversations: 6, messages: seed % 90 }
  const page = new Page(seed, size)
  const { clock, server, random } = page
  server.failing = random() < 0.5 ? 0.2 : 0
  page.show()
  await clock.pass(random() * 3_000)
  void page.connect()
  const steps = 10 + Math.floor(random() * 30)
  for (let step = 0; step < steps; step += 1) {
    for (let count = Math.floor(random() * 4); count > 0; count -= 1) server.change()
    await clock.pass(random() * 1_500)
    const dice = random()
    if (dice < 0.2) {
      page.cut()
      for (let count = Math.floor(random() * (dice < 0.03 ? 90 : 12)); count > 0; count -= 1) server.change()
      await clock.pass(random() * 8_000)
      void page.connect()
    } else if (dice < 0.3) {
      page.older()
    } else if (dice < 0.35) {
      void page.client.invalidateQueries()
    }
  }
  server.failing = 0
  await clock.pass(30_000)
  // What failed to load is asked for again by the hooks, every 10 s.
  void page.client.refetchQueries({ predicate: query => query.state.status === 'error' })
  await clock.pass(30_000)
  const differences = page.differences()
  page.stop()
  return differences
}

describe('the cache equals the server at the end', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    '[WS-03 WS-04 CONV-02 CONV-03 Q-084] a hundred random lives, lot %d',
    async lot => {
      for (let seed = lot * 100; seed < lot * 100 + 100; seed += 1) {
        expect(await run(seed), `seed ${seed}`).toEqual([])
      }
    },
    120_000,
  )
})

test('[WS-04] another log means that everything held is fetched again', async () => {
  const page = new Page(1, { conversations: 3, messages: 5 })
  page.show()
  await page.clock.pass(10_000)
  void page.connect()
  await page.clock.pass(5_000)
  page.cut()
  // A restored database: other rows, and a log of its own that happens to be as long.
  for (const one of page.server.conversations) one.status = 'RESOLVED'
  page.log = 'two'
  void page.connect()
  await page.clock.pass(20_000)
  expect(page.differences()).toEqual([])
  page.stop()
})

test('[WS-04 Q-084] a hundred changes of rows that are not held cost a call a second, not one each', async () => {
  const page = new Page(2, { conversations: 3, messages: 0 })
  page.show()
  await page.clock.pass(10_000)
  void page.connect()
  await page.clock.pass(5_000)
  const asked = vi.spyOn(page.source.ask, 'conversations')
  const stats = vi.spyOn(page.source.ask, 'unreadStats')
  for (let count = 0; count < 100; count += 1) {
    page.server.change()
    await page.clock.pass(50)
  }
  const seconds = 5
  expect(asked.mock.calls.length).toBeLessThanOrEqual(seconds * 3)
  expect(stats.mock.calls.length).toBeLessThanOrEqual(seconds)
  await page.clock.pass(30_000)
  expect(page.differences()).toEqual([])
  page.stop()
})
