import { expect } from 'vitest'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { queues } from '@parley/core/conversations/constants'
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

/** What a console shows besides the threads of the conversations it knows. */
export interface Shown {
  readonly lists: readonly Query[]
  readonly pageSizes: PageSizes
}

const everyRow = '500'

interface Entry {
  readonly key: readonly unknown[]
  readonly load: (held: never) => Promise<{ readonly seq: number }>
  held: { readonly seq: number } | undefined
  /** Rises with every fetch: only the newest is installed. */
  run: number
}

/** What one agent's console holds: the product's own feed over a map in place of a query cache. */
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
  /** Timers and calls that have not ended. */
  #busy = 0
  /** What was found equal to the server's answer. */
  readonly #equal = new WeakSet<object>()
  /** Comparisons so far. */
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
    }
    this.#cache = this.#mapCache()
    const onTrouble = (cause: unknown) => void this.#troubles.push(cause)
    this.#feed = new Feed({ cache: this.#cache, source: this.#source, clock: this.#clock(), onTrouble })
  }

  /** Opens the socket where the last one ended, or for the first time, and fetches what is not held. */
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

  /** Opens a thread: asked for now, answered only when the result is called. */
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

  /** Has everything up to `seq`, and what that left open. */
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

  /** Opens whatever the lists show by now. */
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

  /** Leaves what is out of sight, of which nothing may be held any more. */
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
      // What may not be seen cannot be loaded: the screen of it says so, and holds nothing.
      if (!(cause instanceof Forbidden)) throw cause
      if (run === entry.run) entry.held = undefined
    }
  }

  /** Waits until no call is under way and nothing is planned. Who shows drafts asks for what they lack. */
  async #idle(): Promise<void> {
    await eventually('the console to be idle', async () => {
      await new Promise(setImmediate)
      this.#take()
      if (this.#busy > 0) {
        // Counts are asked for until the place that they were read at has been reached, which a pong tells.
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
   * What is held must be what the server answers now. Asks for all lists and rows, and of the threads that
   * are open for those that changed here since they were last found equal and each time for another quarter of the rest:
   * what nobody was told of shows a little later. `whole`: for everything.
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
    // What was read whole stays whole, however many come.
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

  /** Time for the feed: what is planned runs at once, so that nobody waits for it. */
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

  /** Asks, and is busy until the answer is there. */
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
  hasOpenIssues: query['has_open_issues'] === undefined ? undefined : query['has_open_issues'] === 'true',
})

/** A query's parameters as they travel; what is not given does not. */
const textOf = (query: object): Query =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** Whether a message is read follows from its number and the viewer's mark, so frames do not carry it. */
const unmarked = (message: MessageEntity): MessageEntity => ({ ...message, is_read: false })

/** No count and a count of 0 say the same. */
const someOf = (counts: Readonly<Record<string, number | undefined>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => (count ?? 0) > 0))

/** The order of the ids has no meaning. */
const inOrder = (stats: UnreadStats) => ({
  ...stats,
  unread_conversations: stats.unread_conversations.toSorted(compareIds),
})
