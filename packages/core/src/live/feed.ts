import { conversationStatuses } from '../conversations/constants.ts'
import { withNotices } from '../notifications/rules.ts'
import { readConversations } from '../read/entities.ts'
import type { ChannelProblemsEvent, LiveEvent, PresenceEvent, SocketEvent } from '../sockets/api.ts'
import type { AnswerCache, CacheEntry } from './cache.ts'
import { cachedRow } from './cached-row.ts'
import {
  type Cached,
  type CachedConversation,
  type CachedList,
  type CachedNotices,
  type CachedThread,
  type CachedUnread,
  keys,
} from './cached.ts'
import { applyToConversation } from './conversation.ts'
import { applyToList, type ListNeeds, withFetchedRows } from './list.ts'
import { queryOf, rowIdOf, type Source, tellNeeds, withEventsAfter } from './load.ts'
import type { Need } from './fetchers.ts'
import { eventReducerOf } from './reducers.ts'
import { applyToThread } from './thread.ts'
import { type Clock, Throttle } from './throttle.ts'
import { applyToUnread, readCounts } from './unread.ts'

/** Interval between batched requests for the rows that lists lack. */
const rowsEveryMs = 1_000
/** Shortest interval between requests for counts that events cannot settle. */
const countsEveryMs = 2_000
/** The call accepts ids in one parameter of at most 2,000 characters. */
const idsPerCall = 100

/** The dependencies of the sync engine: the cache, the API and the clock. */
interface FeedWorld {
  readonly cache: AnswerCache
  readonly source: Source
  readonly clock: Clock
  /** Called with the cause when a refetch fails; the engine tries again. */
  onTrouble(cause: unknown): void
}

/**
 * The sync engine: applies the socket's events to the cache. An event changes only entries that are older than it; data that
 * events cannot settle is refetched. A gap in the sequence causes a refetch of everything cached.
 */
export class Feed {
  readonly #world: FeedWorld
  readonly #rows: Throttle
  readonly #counts: Throttle
  readonly #stats: Throttle
  readonly #wanted = new Set<string>()
  #log: string | null = null
  /** All events up to this number have arrived; null before the first `ready`. */
  #position: number | null = null
  /** The open socket starts at its `ready`, which has not arrived yet: older entries are not caught up. */
  #fromPresent = true

  constructor(world: FeedWorld) {
    this.#world = world
    const { clock } = world
    this.#rows = new Throttle(clock, rowsEveryMs, () => this.#fetchRows())
    this.#counts = new Throttle(clock, countsEveryMs, () => this.#fetchCounts())
    this.#stats = new Throttle(clock, countsEveryMs, () => this.#fetchStats())
    world.source.needs.listen(need => this.#want(need))
  }

  /** The `after` with which a socket must open now; undefined when nothing is cached yet. */
  opening(): number | undefined {
    const after = this.#position ?? this.#smallestHeld()
    if (this.#position === null && after !== undefined) this.#world.source.recent.reset(after)
    this.#fromPresent = after === undefined
    return after
  }

  /** Handles one event, in order of arrival. Presence and channel problems are not cached, so they are excluded. */
  receive(event: Exclude<SocketEvent, PresenceEvent | ChannelProblemsEvent>): void {
    switch (event.event) {
      case 'ready':
        return this.#ready(event.log, event.seq)
      case 'resync':
        this.#log = event.log
        return this.#startAnew(event.seq)
      case 'pong':
        return this.#moveTo(event.seq)
      default:
        this.#world.source.recent.add(event)
        if (event.event === 'sight') this.#look(event.data)
        this.#apply(event)
        // Events arrive in the order of their numbers, while catching up too. So a disconnect in between skips nothing, and
        // earlier events need not be sent again.
        if (!this.#fromPresent) this.#moveTo(event.seq)
    }
  }

  /** Cancels the planned requests; nothing more is fetched. */
  stop(): void {
    this.#rows.stop()
    this.#counts.stop()
    this.#stats.stop()
  }

  #ready(log: string, seq: number): void {
    const isOther = this.#log !== null && this.#log !== log
    this.#log = log
    if (isOther) this.#startAnew(seq)
    else if (this.#fromPresent) this.#world.source.recent.reset(seq)
    this.#fromPresent = false
    this.#moveTo(seq)
    this.#refetchUncovered()
  }

  #moveTo(seq: number): void {
    this.#position = Math.max(this.#position ?? 0, seq)
  }

  #startAnew(seq: number): void {
    this.#position = seq
    this.#world.source.recent.reset(seq)
    this.#wanted.clear()
    this.#refetch(() => true)
  }

  /** Refetches entries whose response is older than the events that are cached: changes in between would be missed. */
  #refetchUncovered(): void {
    const { recent } = this.#world.source
    this.#refetch(({ seq }) => seq !== null && !recent.covers(seq))
  }

  #refetch(which: (entry: CacheEntry) => boolean): void {
    const renewed = async () => {
      if (await this.#world.cache.renew(which)) this.#stats.ask()
    }
    void renewed()
  }

  #held(): readonly CacheEntry[] {
    return this.#world.cache.entries().filter(({ seq }) => seq !== null)
  }

  #smallestHeld(): number | undefined {
    const seqs = this.#held().map(({ seq }) => seq ?? 0)
    return seqs.length === 0 ? undefined : Math.min(...seqs)
  }

  #apply(event: LiveEvent): void {
    // Unread counts derive from the row after the event, so they come last.
    const concerned = this.#held().filter(({ seq }) => event.seq > (seq ?? -1))
    for (const entry of concerned) this.#applyTo(entry, event)
    for (const entry of concerned) if (entry.key[0] === keys.unread[0]) this.#applyToStats(entry, event)
  }

  /** Refetches entries that lack a newly visible conversation, since earlier events did not cover it. */
  #look({ conversation_id: id, conversation }: Extract<LiveEvent, { event: 'sight' }>['data']): void {
    // A row that is out of sight is not there to be fetched: it would be asked for again and again.
    if (conversation === null) this.#wanted.delete(id)
    else if (cachedRow(this.#world.cache, id) === null) this.#refetch(entry => mayLack(entry, id))
  }

  #applyTo(entry: CacheEntry, event: LiveEvent): void {
    const { needs } = this.#world.source
    const lacks = applyEvent(entry, event)
    // A list that is not on the screen is refetched when it is shown.
    if (entry.isShown) tellNeeds(needs, lacks)
    else if (lacks.row !== null || lacks.counts) entry.expire()
  }

  #want(need: Need): void {
    if (need === 'counts') return this.#counts.ask()
    if (need === 'unread') return this.#stats.ask()
    this.#wanted.add(need.row)
    this.#rows.ask()
  }

  #applyToStats(entry: CacheEntry, event: LiveEvent): void {
    if (event.event === 'notification') return this.#countNotices(entry)
    if (event.event !== 'read' && event.event !== 'conversation' && event.event !== 'sight') return
    const { cache, source } = this.#world
    const row = cachedRow(cache, rowIdOf(event))
    entry.edit<CachedUnread>(cached => {
      const stats = applyToUnread(cached.stats, event, row, source.viewerId())
      if (stats === null) this.#stats.ask()
      return stats === null || stats === cached.stats ? cached : { ...cached, stats }
    })
  }

  /** The list of notifications, if cached, already includes the event. */
  #countNotices(entry: CacheEntry): void {
    const list = this.#held().find(({ key }) => key[0] === keys.notices[0])
    if (list === undefined) return this.#stats.ask()
    const notices = (list.read() as CachedNotices).value
    entry.edit<CachedUnread>(cached => {
      const stats = withNotices(cached.stats, notices)
      return stats === cached.stats ? cached : { ...cached, stats }
    })
  }

  async #fetchRows(): Promise<void> {
    const ids = [...this.#wanted].slice(0, idsPerCall)
    if (ids.length === 0) return
    const { source } = this.#world
    try {
      const answer = await source.ask.conversations({ conversation_id: ids.join(',') })
      if (answer.seq !== null && !source.recent.covers(answer.seq)) return this.#rows.ask()
      for (const id of ids) this.#wanted.delete(id)
      this.#putRows(answer.value, answer.seq ?? this.#position ?? 0)
    } catch (cause) {
      this.#world.onTrouble(cause)
    }
    if (this.#wanted.size > 0) this.#rows.ask()
  }

  #putRows(value: unknown, seq: number): void {
    const rows = readConversations(value)
    for (const list of this.#lists()) {
      list.edit<CachedList>(cached => {
        // A list newer than these rows already has them, or they lie outside its pages.
        if (cached.seq > seq) return cached
        const put = { ...cached, ...withFetchedRows(cached, rows) }
        return { ...withEventsAfter(put, seq, this.#world.source), counts: cached.counts }
      })
    }
  }

  async #fetchCounts(): Promise<void> {
    const { source } = this.#world
    for (const list of this.#lists().filter(({ isShown }) => isShown)) {
      const { filter } = list.read() as CachedList
      try {
        const answer = await source.ask.conversations({ limit: 1, ...queryOf(filter) })
        const counts = readCounts(answer.counts, conversationStatuses)
        // A list fetched meanwhile has newer counts, and skips the events that these counts would still need.
        const { seq } = answer
        list.edit<CachedList>(cached => (seq !== null && cached.seq > seq ? cached : { ...cached, counts }))
        if (!this.#isPresent(seq)) this.#counts.ask()
      } catch (cause) {
        this.#world.onTrouble(cause)
        this.#counts.ask()
      }
    }
  }

  /** Counts cannot be replayed: they lack the events since, and would count the events still to come twice. */
  #isPresent(seq: number | null): boolean {
    if (seq === null) return true
    const since = this.#world.source.recent
      .after(seq)
      .some(({ event }) => event === 'conversation' || event === 'sight')
    return !since && seq <= (this.#position ?? seq)
  }

  #lists(): readonly CacheEntry[] {
    return this.#held().filter(({ key }) => key[0] === 'conversations')
  }

  async #fetchStats(): Promise<void> {
    await this.#world.cache.refetch(keys.unread)
  }
}

/** Whether an entry may lack a conversation that becomes visible: it was emptied, or answered without it. */
const mayLack = ({ key: [word, id] }: CacheEntry, conversationId: string): boolean =>
  (word === 'conversation' || word === 'thread') && id === conversationId

const nothing: ListNeeds = { row: null, counts: false }

/** Applies one event to one entry, except the unread counts. Returns the data that a list still needs. */
export function applyEvent(entry: CacheEntry, event: LiveEvent): ListNeeds {
  switch (entry.key[0]) {
    case 'conversations':
      return applyToCachedList(entry, event)
    case 'conversation':
      entry.edit<CachedConversation>(cached => {
        const conversation = applyToConversation(cached.conversation, event)
        return conversation === cached.conversation ? cached : { ...cached, conversation }
      })
      return nothing
    case 'thread':
      entry.edit<CachedThread>(cached => {
        const thread = applyToThread(cached, event)
        return thread === cached ? cached : { ...cached, ...thread }
      })
      return nothing
  }
  const follow = eventReducerOf(entry.key[0])
  if (follow === undefined) return nothing
  entry.edit<Cached<unknown>>(cached => {
    const value = follow(cached.value, event)
    return value === cached.value ? cached : { ...cached, value }
  })
  return nothing
}

function applyToCachedList(entry: CacheEntry, event: LiveEvent): ListNeeds {
  let lacks = nothing
  entry.edit<CachedList>(cached => {
    const { list, needs } = applyToList(cached, event)
    lacks = needs
    return list === cached ? cached : { ...cached, ...list }
  })
  return lacks
}
