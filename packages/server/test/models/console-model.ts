import { expect } from 'vitest'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { queues, timeOrders } from '@parley/core/conversations/constants'
import { compareIds, type ConversationFilter } from '@parley/core/conversations/rules'
import type { AnswerCache, CacheEntry } from '@parley/core/live/cache'
import {
  type CachedBy,
  type CachedConversation,
  type CachedList,
  type CachedMessageDrafts,
  type CachedThread,
  isLiveKey,
  keys,
} from '@parley/core/live/cached'
import { cachedRow } from '@parley/core/live/cached-row'
import { loadDrafts } from '@parley/core/live/drafts'
import { Feed } from '@parley/core/live/feed'
import { type Answer, type Fetchers, Needs, nothingThere } from '@parley/core/live/fetchers'
import {
  loadConversation,
  loadList,
  loadThread,
  loadUnread,
  type PageSizes,
  type Source,
} from '@parley/core/live/load'
import { RecentEvents } from '@parley/core/live/recent-events'
import { loadAgents, loadNotices } from '@parley/core/live/reducers'
import type { Clock } from '@parley/core/live/throttle'
import type { MessageEntity, UnreadStats } from '@parley/core/messages/api'
import type { MessageDraftEntity } from '@parley/core/messages/drafts-api'
import {
  readAgents,
  readConversations,
  readHistory,
  readNotifications,
  readUnreadStats,
} from '@parley/core/read/entities'
import { readMessageDrafts } from '@parley/core/read/message-draft'
import { eventually } from '../wait.ts'
import { type AgentClient, type AgentSocket, Forbidden } from './agent-client.ts'

type Query = Readonly<Record<string, string>>

/** A console's lists and page sizes. It also shows the threads of all conversations that it knows. */
export interface Shown {
  readonly lists: readonly Query[]
  readonly pageSizes: PageSizes
}

const everyRow = '500'

interface Entry {
  readonly key: readonly unknown[]
  readonly load: (held: never) => Promise<{ readonly seq: number }>
  held: { readonly seq: number } | undefined
  /** Increments with every fetch: only the newest result is stored. */
  run: number
}

/** One agent's console: the product's own sync engine, with a map as its query cache. */
export class ConsoleModel {
  readonly #client: AgentClient
  readonly #shown: Shown
  readonly #now: () => Date
  readonly #entries = new Map<string, Entry>()
  readonly #source: Source
  readonly #cache: AnswerCache
  readonly #feed: Feed
  readonly #troubles: unknown[] = []
  #socket: AgentSocket | null = null
  #taken = 0
  /** Pending timers and calls. */
  #busy = 0
  /** Threads that were equal to the server's response. */
  readonly #equal = new WeakSet<object>()
  /** The number of comparisons so far. */
  #rounds = 0

  constructor(client: AgentClient, shown: Shown, now: () => Date) {
    this.#client = client
    this.#shown = shown
    this.#now = now
    this.#source = {
      ask: this.#asks(),
      recent: new RecentEvents(),
      needs: new Needs(),
      pageSizes: shown.pageSizes,
      viewerId: () => client.id,
    }
    this.#cache = this.#mapCache()
    const onTrouble = (cause: unknown) => void this.#troubles.push(cause)
    this.#feed = new Feed({ cache: this.#cache, source: this.#source, clock: this.#clock(), onTrouble })
  }

  /** Opens the socket, from the last event on if there was one, and fetches uncached data. */
  async connect(): Promise<void> {
    this.#socket = await this.#client.connect(this.#feed.opening())
    this.#taken = 0
    this.#take()
    if (this.#entries.size === 0) await this.#show()
    await this.#idle()
  }

  cut(): void {
    this.#take()
    this.#socket?.cut()
    this.#socket = null
  }

  get isConnected(): boolean {
    return this.#socket !== null
  }

  /** Opens a thread: the request starts now, and the response arrives when the returned function is called. */
  async openLate(id: string): Promise<() => Promise<void>> {
    let release = () => undefined as void
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    const asked = await this.#source.ask.history(id, { limit: this.#shown.pageSizes.messages })
    const history = async () => {
      await released
      return asked
    }
    const late = loadThread({ ...this.#source, ask: { ...this.#source.ask, history } }, id, undefined)
    return async () => {
      release()
      const entry = this.#entries.get(JSON.stringify(keys.thread(id)))
      if (entry !== undefined) entry.held = await late
    }
  }

  /** Waits until all events up to `seq`, and the fetches that they cause, are applied. */
  async reach(seq: number): Promise<void> {
    await this.#socket?.reached(seq)
    this.#take()
    await this.#idle()
    this.#leaveLost()
    await this.#openNew()
    expect(this.#troubles).toEqual([])
  }

  #take(): void {
    const fresh = this.#socket?.events.slice(this.#taken) ?? []
    this.#taken += fresh.length
    for (const event of fresh) this.#feed.receive(event)
  }

  async #show(): Promise<void> {
    const { lists } = this.#shown
    const source = this.#source
    await Promise.all([
      ...lists.map(query =>
        this.#watch<CachedList>(keys.list(filterOf(query)), held => loadList(source, filterOf(query), held)),
      ),
      this.#watch(keys.agents, () => loadAgents(source)),
      this.#watch(keys.notices, () => loadNotices(source)),
      this.#watch(keys.messageDrafts, () => loadDrafts(source.recent, () => this.#ask('messageDrafts', {}))),
    ])
    await this.#watch(keys.unread, () => loadUnread(source, id => cachedRow(this.#cache, id)))
    await this.#openNew()
  }

  /** Opens the conversations that are new in the lists. */
  async #openNew(): Promise<void> {
    const source = this.#source
    const rows = this.#heldOf('conversations').flatMap(list => list.rows)
    for (const id of new Set(rows.map(row => row.id))) {
      if (this.#entries.has(JSON.stringify(keys.thread(id)))) continue
      await Promise.all([
        this.#watch(keys.conversation(id), () => loadConversation(source, id)),
        this.#watch<CachedThread>(keys.thread(id), held => loadThread(source, id, held)),
      ])
    }
  }

  /** Closes the conversations outside the visibility scope; nothing of them may be cached. */
  #leaveLost(): void {
    for (const { key, held } of this.#entries.values()) {
      const [word, id] = key
      if (word !== 'conversation' || held === undefined) continue
      if ((held as CachedConversation).conversation !== null) continue
      const thread = keys.thread(String(id))
      expect(this.#held(thread)?.messages ?? []).toEqual([])
      for (const part of [key, thread]) this.#entries.delete(JSON.stringify(part))
    }
  }

  async #watch<H extends { readonly seq: number }>(
    key: readonly unknown[],
    load: (held: H | undefined) => Promise<H>,
  ): Promise<void> {
    const entry: Entry = { key, load, held: undefined, run: 0 }
    this.#entries.set(JSON.stringify(key), entry)
    await this.#fetch(entry)
  }

  async #fetch(entry: Entry): Promise<void> {
    entry.run += 1
    const { run } = entry
    try {
      const held = await entry.load(entry.held as never)
      if (run === entry.run) entry.held = held
    } catch (cause) {
      // A row outside the visibility scope cannot be loaded: its screen says so, and caches nothing.
      if (!(cause instanceof Forbidden)) throw cause
      if (run === entry.run) entry.held = undefined
    }
  }

  /** Waits until no call is pending and nothing is scheduled. A list of drafts fetches the drafts that it lacks. */
  async #idle(): Promise<void> {
    await eventually('the console to be idle', async () => {
      await new Promise(setImmediate)
      this.#take()
      if (this.#busy > 0) {
        // Counts are fetched again until events reach their sequence number; a pong reports that number.
        await this.#socket?.ask()
        return false
      }
      const lacking = [...this.#entries.values()].filter(
        ({ key, held }) => key[0] === 'message-drafts' && (held as CachedMessageDrafts).value.lacksSome,
      )
      await Promise.all(lacking.map(entry => this.#fetch(entry)))
      return lacking.length === 0 && this.#busy === 0
    })
  }

  #heldOf<Word extends keyof CachedBy>(word: Word): readonly CachedBy[Word][] {
    return [...this.#entries.values()].flatMap(({ key, held }) =>
      key[0] === word && held !== undefined ? [held as CachedBy[Word]] : [],
    )
  }

  #held<Word extends keyof CachedBy>(key: readonly [Word, ...unknown[]]): CachedBy[Word] {
    return this.#entries.get(JSON.stringify(key))?.held as CachedBy[Word]
  }

  /**
   * Cached data must equal the server's current response. Checks all lists and rows. Checks the open threads that changed since
   * they
   * were last equal. Each time it also checks another quarter of the rest, so that a missing event shows a little later. `whole`:
   * checks
   * all.
   */
  async compare({ whole = false } = {}): Promise<void> {
    this.#rounds += 1
    const isDue = (thread: CachedThread, place: number) =>
      whole || !this.#equal.has(thread) || (place + this.#rounds) % 4 === 0
    const opened = this.#heldOf('thread')
    const threads = opened.filter(isDue)
    await Promise.all([
      ...this.#shown.lists.map(query => this.#compareList(query)),
      ...threads.map(thread => this.#compareThread(thread)),
      this.#compareRows(opened.map(({ conversationId }) => conversationId)),
      this.#compareOthers(),
    ])
    for (const held of threads) this.#equal.add(held)
  }

  async #compareList(query: Query): Promise<void> {
    const held = this.#held(keys.list(filterOf(query)))
    const limit = held.hasMore ? String(Math.max(1, held.rows.length)) : everyRow
    const { body, headers } = await this.#client.ask('conversations', { query: { ...query, limit } })
    const rows = held.rows.length === 0 && held.hasMore ? [] : readConversations(body)
    expect({ query, rows: held.rows }).toEqual({ query, rows })
    const counts = JSON.parse(String(headers['parley-counts'])) as Record<string, number>
    expect({ query, counts: someOf(held.counts) }).toEqual({ query, counts: someOf(counts) })
  }

  async #compareRows(ids: readonly string[]): Promise<void> {
    const query = { conversation_id: ids.join(','), limit: everyRow }
    const { body } = await this.#client.ask('conversations', { query })
    const rows = new Map(readConversations(body).map(row => [row.id, row]))
    for (const id of ids) expect(this.#held(keys.conversation(id)).conversation).toEqual(rows.get(id))
  }

  async #compareThread({ conversationId: id, messages, hasMore }: CachedThread): Promise<void> {
    // A completely loaded thread stays complete, however many messages arrive.
    const limit = String(hasMore ? messages.length : 1_000)
    const { body } = await this.#client.ask('history', { params: { id }, query: { limit } })
    const fresh = readHistory(body)
    expect(messages.map(unmarked)).toEqual(fresh.messages.map(unmarked))
    expect(hasMore).toBe(fresh.has_more)
  }

  async #compareOthers(): Promise<void> {
    const [agents, notices, stats, drafts] = await Promise.all([
      this.#client.ask('availableAgents', {}),
      this.#client.ask('pollNotifications', {}),
      this.#client.ask('unreadStats', {}),
      this.#client.ask('messageDrafts', {}),
    ])
    expect(this.#held(keys.agents).value).toEqual(readAgents(agents.body))
    expect(this.#held(keys.notices).value).toEqual(readNotifications(notices.body))
    const held = [...this.#held(keys.messageDrafts).value.byConversation.values()]
    const byConversation = (one: MessageDraftEntity, other: MessageDraftEntity) =>
      compareIds(one.conversation_id, other.conversation_id)
    expect(held.toSorted(byConversation)).toEqual(readMessageDrafts(drafts.body).toSorted(byConversation))
    expect(inOrder(this.#held(keys.unread).stats)).toEqual(inOrder(readUnreadStats(stats.body)))
  }

  #mapCache(): AnswerCache {
    const live = () => [...this.#entries.values()].filter(({ key }) => isLiveKey(key))
    return {
      entries: () => live().map(entryOf),
      renew: async which => {
        const named = live().filter(entry => which(entryOf(entry)))
        await Promise.all(named.map(entry => this.#fetch(entry)))
        return named.length > 0
      },
      refetch: async key => {
        const entry = this.#entries.get(JSON.stringify(key))
        if (entry !== undefined) await this.#fetch(entry)
      },
    }
  }

  /** The clock of the sync engine: scheduled work runs at once, so that no test waits for it. */
  #clock(): Clock {
    return {
      now: () => this.#now().getTime(),
      after: (_ms, run) => {
        let isPlanned = true
        const end = () => {
          if (isPlanned) this.#busy -= 1
          isPlanned = false
        }
        this.#busy += 1
        const timer = setTimeout(() => {
          end()
          run()
        }, 0)
        return () => {
          clearTimeout(timer)
          end()
        }
      },
    }
  }

  /** Makes a call, and counts as busy until the response arrives. */
  async #ask(
    name: Parameters<AgentClient['get']>[0],
    asked: Parameters<AgentClient['get']>[1],
  ): Promise<Answer<unknown>> {
    this.#busy += 1
    try {
      const { reply, seq, headers } = await this.#client.get(name, asked)
      const counts = headers['parley-counts']
      return { value: reply, seq, total: null, counts: typeof counts === 'string' ? counts : null }
    } finally {
      this.#busy -= 1
    }
  }

  #asks(): Fetchers {
    const ask = (...asked: Parameters<AgentClient['get']>) => this.#ask(asked[0], asked[1])
    const orNothing = (answer: Promise<Answer<unknown>>) =>
      answer.catch((cause: unknown) => {
        if (cause instanceof Forbidden) return nothingThere
        throw cause
      })
    return {
      conversations: query => ask('conversations', { query: textOf(query) }),
      conversation: id => orNothing(ask('conversations', { query: { conversation_id: id } })),
      history: (id, query) => ask('history', { params: { id }, query: textOf(query) }),
      unreadStats: () => ask('unreadStats', {}),
      agents: () => ask('availableAgents', {}),
      notices: () => ask('pollNotifications', {}),
    }
  }
}

const entryOf = (entry: Entry): CacheEntry => ({
  key: entry.key,
  isShown: true,
  seq: entry.held?.seq ?? null,
  read: () => entry.held,
  edit: change => {
    if (entry.held !== undefined) entry.held = change(entry.held as never) as Entry['held']
  },
  expire: () => undefined,
})

const filterOf = (query: Query): ConversationFilter => ({
  status: query['status'] as ConversationStatus | undefined,
  search: query['search'],
  assigneeId: query['assignee_id'],
  queue: queues.find(queue => queue === query['queue']),
  mentionedId: query['mentioned_id'],
  order: timeOrders.find(order => order === query['order']),
  hasOpenIssues: query['has_open_issues'] === undefined ? undefined : query['has_open_issues'] === 'true',
})

/** A query's parameters as text, without undefined ones. */
const textOf = (query: object): Query =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** A message's read state follows from its number and the viewer's read cursor, so events do not carry it. */
const unmarked = (message: MessageEntity): MessageEntity => ({ ...message, is_read: false })

/** A missing count and a count of 0 are equal. */
const someOf = (counts: Readonly<Record<string, number | undefined>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => (count ?? 0) > 0))

/** The order of the ids has no meaning. */
const inOrder = (stats: UnreadStats) => ({
  ...stats,
  unread_conversations: stats.unread_conversations.toSorted(compareIds),
})
