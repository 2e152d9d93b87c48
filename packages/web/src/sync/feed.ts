import type { AgentFrame, ChangeFrame, PresenceFrame } from '@parley/core/api/sockets'
import { applyToUnread, withFetchedRows } from '@parley/core/live'
import { readConversations } from '@parley/core/read/conversation'
import { withNotices } from '@parley/core/rules/notification'
import type { Query, QueryClient } from '@tanstack/react-query'
import { logFailure } from '../client/action-messages.ts'
import { applyFrame } from './apply-frame.ts'
import { editQuery } from './cache-edit.ts'
import { type HeldList, type HeldNotices, type HeldUnread, isLiveKey, keys } from './cache-keys.ts'
import type { Clock } from './clock.ts'
import { readCounts, type Source, tellNeeds, withFramesAfter } from './load.ts'
import type { Need } from './refetch-needs.ts'
import { heldRow } from './row-lookup.ts'
import { Throttle } from './throttle.ts'

/** Rows that a list lacks are asked for together, this often. */
const rowsEveryMs = 1_000
/** Counts that frames cannot settle are asked for at most this often. */
const countsEveryMs = 2_000
/** The call takes ids in one parameter of at most 2,000 characters. */
const idsPerCall = 100

/** What the feed needs: the cache, where its answers come from, and time. */
export interface FeedWorld {
  readonly client: QueryClient
  readonly source: Source
  readonly clock: Clock
}

/**
 * Brings the socket's frames into the cache. A frame changes only entries that are true from an older number; what frames
 * cannot settle is asked for. When the line of numbers breaks, everything held is fetched again.
 */
export class Feed {
  readonly #world: FeedWorld
  readonly #rows: Throttle
  readonly #counts: Throttle
  readonly #stats: Throttle
  readonly #wanted = new Set<string>()
  #log: string | null = null
  /** Everything up to here has come; null before the first `ready`. */
  #position: number | null = null
  #caughtUp = false
  /** The open socket began at its `ready`: nothing before it was sent. */
  #fromPresent = true

  constructor(world: FeedWorld) {
    this.#world = world
    const { clock } = world
    this.#rows = new Throttle(clock, rowsEveryMs, () => this.#fetchRows())
    this.#counts = new Throttle(clock, countsEveryMs, () => this.#fetchCounts())
    this.#stats = new Throttle(clock, countsEveryMs, () => this.#fetchStats())
    world.source.needs.listen(need => this.#want(need))
  }

  /** Where a socket that opens now has to begin: its `after`; undefined when nothing is held yet. */
  opening(): number | undefined {
    this.#caughtUp = false
    const after = this.#position ?? this.#smallestHeld()
    if (this.#position === null && after !== undefined) this.#world.source.recent.reset(after)
    this.#fromPresent = after === undefined
    return after
  }

  /** Takes one frame, in the order in which they come. Who is looking is no part of what is held. */
  receive(frame: Exclude<AgentFrame, PresenceFrame>): void {
    switch (frame.event) {
      case 'ready':
        return this.#ready(frame.log, frame.seq)
      case 'resync':
        this.#log = frame.log
        return this.#startAnew(frame.seq)
      case 'pong':
        return this.#moveTo(frame.seq)
      default:
        this.#world.source.recent.add(frame)
        this.#apply(frame)
        // While catching up, the place to begin again from stays where it was: nothing is skipped by a cut in between.
        if (this.#caughtUp) this.#moveTo(frame.seq)
    }
  }

  /** Calls off what is planned; nothing more is fetched. */
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
    this.#caughtUp = true
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

  /** An answer read before the socket began is older than the first frame could tell. */
  #refetchUncovered(): void {
    const { recent } = this.#world.source
    this.#refetch(query => {
      const seq = seqOf(query)
      return seq !== null && !recent.covers(seq)
    })
  }

  /** Forgets what is not on the screen, so that no old row speaks for a new one; fetches the rest again. */
  #refetch(which: (query: Query) => boolean): void {
    const { client } = this.#world
    const predicate = (query: Query) => isLiveKey(query.queryKey) && which(query)
    client.removeQueries({ type: 'inactive', predicate })
    if (client.getQueryCache().findAll({ predicate }).length === 0) return
    void client.invalidateQueries({ predicate }).then(() => this.#stats.ask())
  }

  #live(): readonly Query[] {
    return this.#world.client
      .getQueryCache()
      .getAll()
      .filter(query => isLiveKey(query.queryKey) && query.state.data !== undefined)
  }

  #smallestHeld(): number | undefined {
    const seqs = this.#live().map(query => seqOf(query) ?? 0)
    return seqs.length === 0 ? undefined : Math.min(...seqs)
  }

  #apply(frame: ChangeFrame): void {
    // Unread counts follow from the row that the frame leaves behind, so they come last.
    const concerned = this.#live().filter(query => isNewsFor(query, frame))
    for (const query of concerned) this.#applyTo(query, frame)
    for (const query of concerned) if (query.queryKey[0] === keys.unread[0]) this.#applyToStats(query, frame)
  }

  #applyTo(query: Query, frame: ChangeFrame): void {
    const needs = applyFrame(query, frame)
    // A list that is not on the screen is fetched anew when it is.
    if (query.isActive()) tellNeeds(this.#world.source.needs, needs)
    else if (needs.row !== null || needs.counts) query.invalidate()
  }

  #want(need: Need): void {
    if (need === 'counts') return this.#counts.ask()
    if (need === 'unread') return this.#stats.ask()
    this.#wanted.add(need.row)
    this.#rows.ask()
  }

  #applyToStats(query: Query, frame: ChangeFrame): void {
    if (frame.event === 'notification') return this.#countNotices(query)
    if (frame.event !== 'read' && frame.event !== 'conversation') return
    const id = frame.event === 'read' ? frame.data.conversation_id : frame.data.id
    const row = heldRow(this.#world.client, id)
    editQuery<HeldUnread>(query, held => {
      const stats = applyToUnread(held.stats, frame, row)
      if (stats === null) this.#stats.ask()
      return stats === null || stats === held.stats ? held : { ...held, stats }
    })
  }

  /** The list of notices, where it is held, has the frame already. */
  #countNotices(query: Query): void {
    const notices = this.#world.client.getQueryData<HeldNotices>(keys.notices)?.value
    if (notices === undefined) return this.#stats.ask()
    editQuery<HeldUnread>(query, held => {
      const stats = withNotices(held.stats, notices)
      return stats === held.stats ? held : { ...held, stats }
    })
  }

  async #fetchRows(): Promise<void> {
    const ids = [...this.#wanted].slice(0, idsPerCall)
    if (ids.length === 0) return
    const { source } = this.#world
    try {
      const answer = await source.ask.conversations({ query: { conversation_id: ids.join(',') } })
      if (answer.seq !== null && !source.recent.covers(answer.seq)) return this.#rows.ask()
      for (const id of ids) this.#wanted.delete(id)
      this.#putRows(answer.value, answer.seq ?? this.#position ?? 0)
    } catch (cause) {
      logFailure('fetchConversations', cause)
    }
    if (this.#wanted.size > 0) this.#rows.ask()
  }

  #putRows(value: unknown, seq: number): void {
    const rows = readConversations(value)
    for (const query of this.#lists()) {
      editQuery<HeldList>(query, held => {
        // A list that is newer than these rows has them, or has no place for them.
        if (held.seq > seq) return held
        const put = { ...held, ...withFetchedRows(held, rows) }
        return { ...withFramesAfter(put, seq, this.#world.source), counts: held.counts }
      })
    }
  }

  async #fetchCounts(): Promise<void> {
    const { source } = this.#world
    for (const query of this.#lists().filter(list => list.isActive())) {
      const { filter } = query.state.data as HeldList
      const { search, assigneeId, status } = filter
      try {
        const answer = await source.ask.conversations({
          query: { limit: 1, search, assignee_id: assigneeId, status },
        })
        const counts = readCounts(answer.counts)
        // A list fetched meanwhile has newer counts, and takes no frame that these would still need.
        const { seq } = answer
        editQuery<HeldList>(query, held => (seq !== null && held.seq > seq ? held : { ...held, counts }))
        if (!this.#isPresent(answer.seq)) this.#counts.ask()
      } catch (cause) {
        logFailure('fetchConversations', cause)
        this.#counts.ask()
      }
    }
  }

  /** Counts cannot be brought forward: what came since is not in them, and what is still to come would count twice. */
  #isPresent(seq: number | null): boolean {
    if (seq === null) return true
    const since = this.#world.source.recent.after(seq).some(({ event }) => event === 'conversation')
    return !since && seq <= (this.#position ?? seq)
  }

  #lists(): readonly Query[] {
    return this.#live().filter(query => query.queryKey[0] === 'conversations')
  }

  async #fetchStats(): Promise<void> {
    await this.#world.client.refetchQueries({ queryKey: keys.unread })
  }
}

const seqOf = (query: Query): number | null =>
  (query.state.data as { readonly seq: number } | undefined)?.seq ?? null

const isNewsFor = (query: Query, frame: ChangeFrame): boolean => frame.seq > (seqOf(query) ?? -1)
