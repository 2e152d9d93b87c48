import type { ConversationEntity } from '../conversations/api.ts'
import type { ConversationFilter } from '../conversations/rules.ts'
import { readConversation } from '../read/entities.ts'
import type { LiveEvent } from '../sockets/api.ts'
import type { AnswerCache, CacheEntry } from './cache.ts'
import { cachedRow } from './cached-row.ts'
import { type CachedBy, type CachedList, keys } from './cached.ts'
import { Feed } from './feed.ts'
import { type Answer, type Fetchers, Needs } from './fetchers.ts'
import { stateOf } from './live.fixture.ts'
import type { PageSizes } from './load.ts'
import { RecentEvents } from './recent-events.ts'
import type { Clock } from './throttle.ts'

/** A response for a test: current up to number 5 by default. */
export const answer = (value: unknown, more: Partial<Answer<unknown>> = {}): Answer<unknown> => ({
  value,
  seq: 5,
  total: null,
  counts: null,
  ...more,
})

type Says = {
  readonly [K in keyof Fetchers]?: (
    ...args: Parameters<Fetchers[K]>
  ) => Answer<unknown> | Promise<Answer<unknown>>
}

/** A fake API: the test sets each response, and reads the requests in `asked`. */
export class Source {
  readonly recent = new RecentEvents()
  readonly needs = new Needs()
  pageSizes: PageSizes = { conversations: 3, conversationsBehind: 4, messages: 2 }
  readonly viewerId = () => '7'
  readonly asked: (readonly [call: string, ...args: unknown[]])[] = []
  says: Says = {}

  readonly ask: Fetchers = {
    conversations: query => this.#answer('conversations', query),
    conversation: id => this.#answer('conversation', id),
    history: (id, query) => this.#answer('history', id, query),
    unreadStats: () => this.#answer('unreadStats'),
    agents: () => this.#answer('agents'),
    notices: () => this.#answer('notices'),
  }

  async #answer<K extends keyof Fetchers>(
    call: K,
    ...args: Parameters<Fetchers[K]>
  ): Promise<Answer<unknown>> {
    this.asked.push([call, ...args])
    const say = this.says[call] as ((...args: unknown[]) => Promise<Answer<unknown>>) | undefined
    if (say === undefined) throw new Error(`${call} is not asked here`)
    return say(...args)
  }
}

/** A clock that moves only when told to. */
export class StillClock implements Clock {
  #now = 0
  readonly #due = new Set<{ readonly at: number; readonly run: () => void }>()

  now = () => this.#now

  after = (ms: number, run: () => void) => {
    const timer = { at: this.#now + ms, run }
    this.#due.add(timer)
    return () => void this.#due.delete(timer)
  }

  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      await settled()
      const [first] = [...this.#due].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
      if (first === undefined) break
      this.#due.delete(first)
      this.#now = first.at
      first.run()
    }
    this.#now = until
  }
}

/** Resolves after every chain of awaits that needs no timer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

interface Entry {
  readonly key: readonly unknown[]
  isShown: boolean
  held: { readonly seq: number } | undefined
  isExpired: boolean
}

/** A page over a sync engine: its cache in a map, with a socket and a clock that the test drives. */
export class Page {
  readonly clock = new StillClock()
  readonly source = new Source()
  readonly troubles: unknown[] = []
  /** The keys that were refetched. */
  readonly again: string[] = []
  readonly #entries: Entry[] = []
  readonly #cache = this.#answerCache()
  readonly feed: Feed

  constructor() {
    const onTrouble = (cause: unknown) => void this.troubles.push(cause)
    this.feed = new Feed({ cache: this.#cache, source: this.source, clock: this.clock, onTrouble })
  }

  /** The row that the cache gives for a conversation. */
  row(id: string): ConversationEntity | null {
    return cachedRow(this.#cache, id)
  }

  /** Adds an entry; undefined while its first response is pending. */
  hold(key: readonly unknown[], held: { readonly seq: number } | undefined, isShown = true): void {
    this.#entries.push({ key, held, isShown, isExpired: false })
  }

  cached<Word extends keyof CachedBy>(key: readonly [Word, ...(readonly unknown[])]): CachedBy[Word] {
    return this.#entry(key).held as CachedBy[Word]
  }

  isExpired(key: readonly unknown[]): boolean {
    return this.#entry(key).isExpired
  }

  /** Opens the socket at this number. */
  connect(seq: number, log = 'one'): void {
    this.feed.opening()
    this.feed.receive({ event: 'ready', log, seq })
  }

  receive(...events: readonly LiveEvent[]): void {
    for (const event of events) this.feed.receive(event)
  }

  #entry(key: readonly unknown[]): Entry {
    const entry = this.#entries.find(one => JSON.stringify(one.key) === JSON.stringify(key))
    if (entry === undefined) throw new Error(`${JSON.stringify(key)} is not held`)
    return entry
  }

  #answerCache(): AnswerCache {
    const entryOf = (entry: Entry): CacheEntry => ({
      key: entry.key,
      isShown: entry.isShown,
      seq: entry.held?.seq ?? null,
      read: () => entry.held,
      edit: change => {
        if (entry.held !== undefined) entry.held = change(entry.held as never) as typeof entry.held
      },
      expire: () => {
        entry.isExpired = true
      },
    })
    const ask = ({ key }: Entry) =>
      void this.again.push(key.filter(word => typeof word === 'string').join(' '))
    return {
      entries: () => this.#entries.map(entryOf),
      renew: async which => {
        const named = this.#entries.filter(entry => which(entryOf(entry)))
        for (const entry of named) ask(entry)
        return named.length > 0
      },
      refetch: async key => ask({ ...this.#entry(key), key }),
    }
  }
}

/** A minute of the fixtures' morning. */
export const minute = (n: number) => `2026-03-02T09:${String(n).padStart(2, '0')}:00.000Z`

/** Unread conversations, with their activity at the minute of their id. */
export const rowsOf = (...ids: readonly number[]) =>
  ids.map(id => readConversation(stateOf(id, { last_activity: minute(id) })))

/** A complete list, current up to number 5. */
export const listOf = (
  filter: ConversationFilter,
  ids: readonly number[],
  more: Partial<CachedList> = {},
) => ({
  key: keys.list(filter),
  held: {
    filter,
    rows: rowsOf(...ids),
    hasMore: false,
    edge: null,
    counts: { ACTIVE: ids.length },
    seq: 5,
    ...more,
  } satisfies CachedList,
})
