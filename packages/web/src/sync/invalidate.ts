import type { AgentFrame, ChangeFrame, ChannelFrame, PresenceFrame } from '@parley/core/api/sockets'
import type { Clock } from '@parley/core/live/clock'
import type { Held } from '@parley/core/live/held'
import type { RecentFrames } from '@parley/core/live/recent-frames'
import { Throttle } from '@parley/core/live/throttle'
import type { Query, QueryClient } from '@tanstack/react-query'

/*
 * Which queries an event makes stale. What they hold is fetched again where it is shown, and elsewhere once it is shown.
 * Each holds the log number that it is true from, so that an event that its rows have already fetches nothing.
 */

/** What an event, or the answer to a write, says of what changed. */
export interface Changed {
  readonly id: string
  readonly conversation_id: string
}

type Concerns = (query: Query, changed: Changed) => boolean

/** A row that moved to another conversation, as customers are merged, stands in the list of its first one too. */
const isOfConversation: Concerns = (query, { id, conversation_id }) => {
  const value = heldIn(query)?.value
  return query.queryKey[1] === conversation_id || (Array.isArray(value) && value.some(row => row.id === id))
}

/** By event: the first words of the keys that it makes stale, and which queries of each. */
const staleBy = {
  note: { notes: isOfConversation },
  'customer-note': { 'customer-note': isOfConversation },
  reminder: { reminders: isOfConversation },
} as const satisfies Partial<Record<ChangeFrame['event'], Readonly<Record<string, Concerns>>>>

export type Resource = keyof typeof staleBy

/** Events that name no row: all queries of the same word are stale. */
const wholeWords: ReadonlySet<unknown> = new Set(['bot', 'canned-replies', 'saved-views', 'templates'])
const words: ReadonlySet<unknown> = new Set(Object.values(staleBy).flatMap(Object.keys))

/** Whether a key's query is fetched again when an event says that a row changed. */
export const isInvalidatedKey = ([word]: readonly unknown[]): boolean => words.has(word)

type AnyHeld = Held<{ readonly conversation_id?: string } | readonly { readonly id: string }[] | null>

const heldIn = ({ state }: Query) => state.data as AnyHeld | undefined

/** -1 while there is no answer. */
const seqOf = (query: Query): number => heldIn(query)?.seq ?? -1

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
  readonly recent: Pick<RecentFrames, 'covers'>
}

/** Invalidates queries as the socket's events say. A round begins when the one before it has come, so that a slow answer is not called off for ever. */
export class Invalidation {
  readonly #deps: InvalidationDeps
  readonly #round: Throttle
  #stale: ((query: Query) => boolean)[] = []

  constructor(deps: InvalidationDeps) {
    this.#deps = deps
    this.#round = new Throttle(deps.clock, settleMs, () => this.#fetch())
  }

  /** Takes an event after the feed has. */
  receive(frame: Exclude<AgentFrame, PresenceFrame | ChannelFrame>): void {
    const { recent } = this.#deps
    switch (frame.event) {
      case 'pong':
        return
      case 'resync':
        return this.#ask(({ queryKey }) => isInvalidatedKey(queryKey) || wholeWords.has(queryKey[0]))
      case 'ready':
        // An answer from before the socket's first event may lack what happened in between.
        return this.#ask(query => isInvalidatedKey(query.queryKey) && !recent.covers(seqOf(query)))
      case 'sight':
        return this.#look(frame)
      default: {
        const { event, data, seq } = frame
        if (wholeWords.has(event)) this.#ask(({ queryKey }) => queryKey[0] === event)
        if (isResource(event))
          this.#ask(query => seqOf(query) < seq && isStale(query, event, data as Changed))
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

  /** What is out of sight must not stay on the screen until an answer says so. */
  #look({ data, seq }: Extract<ChangeFrame, { event: 'sight' }>): void {
    const { conversation_id: id, conversation } = data
    const isOf = (query: Query) => isInvalidatedKey(query.queryKey) && query.queryKey[1] === id
    if (conversation === null) void this.#deps.client.resetQueries({ predicate: isOf })
    else this.#ask(query => seqOf(query) < seq && isOf(query))
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
