/*
 * Which queries an event makes stale. They are fetched again where they are shown, and elsewhere once they are shown. Each
 * holds the log number that it is true from, so that an event that its rows have already fetches nothing.
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import type { RecentEvents } from '@parley/core/live/recent-events'
import { type Clock, Throttle } from '@parley/core/live/throttle'
import { readConversation } from '@parley/core/read/entities'
import type { ChannelProblemsEvent, LiveEvent, PresenceEvent, SocketEvent } from '@parley/core/sockets/api'

/** What an event, or the answer to a write, says of what changed. */
export interface Changed {
  readonly id: string
  readonly conversation_id: string | null
  /** Of an application. */
  readonly kind?: string
}

type Concerns = (query: Query, changed: Changed) => boolean

const always: Concerns = () => true
const isNamed: Concerns = ({ queryKey }, { id }) => queryKey.includes(id)
const isOfKind: Concerns = ({ queryKey }, { kind }) => queryKey[1] === kind
/** A row that moved to another conversation, as customers are merged, stands in the list of its first one too. */
const isOfConversation: Concerns = (query, { id, conversation_id }) => {
  const value = valueOf(query)
  return query.queryKey[1] === conversation_id || (Array.isArray(value) && value.some(row => row.id === id))
}

/** By event: the first words of the keys that it makes stale, and which queries of each. */
const staleBy = {
  ticket: { tickets: isOfConversation, ticket: isNamed, 'ticket-list': always },
  issue: { issues: isOfConversation },
  note: { notes: isOfConversation },
  'customer-note': { 'customer-note': isOfConversation },
  reminder: { reminders: isOfConversation },
  assignment: { assignments: isOfConversation },
  application: { applications: isOfKind, application: isNamed },
} as const satisfies Partial<Record<LiveEvent['event'], Readonly<Record<string, Concerns>>>>

export type Resource = keyof typeof staleBy

const words: ReadonlySet<unknown> = new Set(Object.values(staleBy).flatMap(Object.keys))
/** Events that name no row: all queries under the same word are stale. */
const wholeWords: ReadonlySet<unknown> = new Set(['bot', 'canned-replies', 'saved-views', 'templates'])

/** Whether a key's query is fetched again when an event says that a row changed. */
export const isInvalidatedKey = ([word]: readonly unknown[]): boolean => words.has(word)

/** What a query holds: an answer (`fetched`) or pages of a list (`usePages`). */
interface CachedAnswer {
  readonly seq?: number
  readonly value?: { readonly conversation_id?: string } | readonly { readonly id: string }[] | null
  readonly pages?: readonly { readonly seq: number }[]
}

const cachedIn = ({ state }: Query): CachedAnswer => state.data ?? {}
const valueOf = (query: Query) => cachedIn(query).value
const isList = (query: Query): boolean => cachedIn(query).pages !== undefined

/** The number that all of a query is true from; -1 while there is no answer. */
function seqOf(query: Query): number {
  const { seq = -1, pages } = cachedIn(query)
  return pages === undefined ? seq : Math.min(...pages.map(page => page.seq))
}

/** Whether a query belongs to a conversation, as what stands beside its thread, a ticket or an application do. */
function isIn(query: Query, conversationId: string): boolean {
  const value = valueOf(query)
  const isOfIt = value && 'conversation_id' in value && value.conversation_id === conversationId
  return isInvalidatedKey(query.queryKey) && (query.queryKey[1] === conversationId || isOfIt === true)
}

const isResource = (event: string): event is Resource => Object.hasOwn(staleBy, event)

const isStale = (query: Query, resource: Resource, changed: Changed): boolean => {
  const concerns: Readonly<Record<string, Concerns>> = staleBy[resource]
  return concerns[String(query.queryKey[0])]?.(query, changed) === true
}

/** Has everything that a write may have changed fetched again. */
export const invalidate = (client: QueryClient, resource: Resource, changed: Changed): Promise<void> =>
  client.invalidateQueries({ predicate: query => isStale(query, resource, changed) })

/** Events come in bursts: those of this time are one round of calls, in milliseconds. */
const settleMs = 300

export interface InvalidationDeps {
  readonly client: QueryClient
  readonly clock: Clock
  readonly recent: Pick<RecentEvents, 'covers'>
}

/**
 * Invalidates queries as the socket's events say. A round begins when the one before it has come, so that events that keep
 * coming do not call a slow answer off for ever.
 */
export class Invalidation {
  readonly #deps: InvalidationDeps
  readonly #round: Throttle
  #stale: ((query: Query) => boolean)[] = []
  /** Who has a conversation and whose it is, as events said last: a list of tickets shows and narrows by both. */
  readonly #belongs = new Map<string, string>()

  constructor(deps: InvalidationDeps) {
    this.#deps = deps
    this.#round = new Throttle(deps.clock, settleMs, () => this.#fetch())
  }

  /** Takes an event after the feed has. */
  receive(liveEvent: Exclude<SocketEvent, PresenceEvent | ChannelProblemsEvent>): void {
    const { recent } = this.#deps
    switch (liveEvent.event) {
      case 'pong':
        return
      case 'resync':
        this.#belongs.clear()
        return this.#ask(({ queryKey }) => isInvalidatedKey(queryKey) || wholeWords.has(queryKey[0]))
      case 'ready':
        // An answer from before the socket's first event may lack what happened in between; one on its way looks itself.
        return this.#ask(
          query => isInvalidatedKey(query.queryKey) && seqOf(query) >= 0 && !recent.covers(seqOf(query)),
        )
      case 'sight':
        return this.#look(liveEvent)
      case 'conversation':
        return this.#follow(liveEvent)
      default: {
        const { event, data, seq } = liveEvent
        if (wholeWords.has(event)) this.#ask(({ queryKey }) => queryKey[0] === event)
        if (isResource(event)) this.#askSince(seq, query => isStale(query, event, data as Changed))
      }
    }
  }

  stop(): void {
    this.#round.stop()
  }

  #ask(isStale: (query: Query) => boolean): void {
    this.#stale.push(isStale)
    this.#round.ask()
  }

  #askSince(seq: number, isStale: (query: Query) => boolean): void {
    this.#ask(query => isInvalidatedKey(query.queryKey) && seqOf(query) < seq && isStale(query))
  }

  /** What is out of sight must not stay on the screen until an answer says so. */
  #look({ data, seq }: Extract<LiveEvent, { event: 'sight' }>): void {
    const { conversation_id: id, conversation } = data
    if (conversation === null) {
      void this.#deps.client.resetQueries({ predicate: query => isIn(query, id) })
      return this.#askSince(seq, isList)
    }
    // A ticket or an application that was not there may be there now.
    this.#askSince(seq, query => isList(query) || valueOf(query) === null || isIn(query, id))
  }

  #follow({ data, seq }: Extract<LiveEvent, { event: 'conversation' }>): void {
    const queries = this.#deps.client.getQueryCache()
    if (data.ticket === null || queries.find({ queryKey: ['ticket-list'], exact: false }) === undefined)
      return
    const { id, agent, user } = readConversation(data)
    const belongs = JSON.stringify([agent, user.name, user.phone_number])
    if (this.#belongs.get(id) === belongs) return
    this.#belongs.set(id, belongs)
    this.#askSince(seq, ({ queryKey }) => queryKey[0] === 'ticket-list')
  }

  async #fetch(): Promise<void> {
    const { client } = this.#deps
    const stale = this.#stale
    this.#stale = []
    const predicate = (query: Query) => stale.some(isStale => isStale(query))
    // A first answer that is on its way is not called off by an invalidation, and may be older than the event.
    const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
    await Promise.all([
      client.resetQueries({ predicate: query => isFirst(query) && predicate(query) }),
      client.invalidateQueries({ predicate }),
    ])
  }
}
