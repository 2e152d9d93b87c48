import type { Clock } from '@parley/core/live/throttle'
import { behindFetchEveryMs } from '@parley/core/sockets/reconnect'
import { createStore, type Readable, useStore } from '../store.ts'

/** How current the screen is. */
export interface Freshness {
  /** The socket is not caught up: what is shown may be old. */
  readonly behind: boolean
  /** The fetches that stand in for it fail too: nothing can be sent. */
  readonly cut: boolean
  /** When what is shown was current last, in epoch milliseconds; null while it is. */
  readonly since: number | null
}

/** As long as nothing else is known. */
export const current: Freshness = { behind: false, cut: false, since: null }

const freshness = createStore(current)

/** Whether frames are missing now, said or not: what is fetched meanwhile is fetched often. */
export const lineIsBehind = createStore(false)

export const setFreshness = freshness.set

/** How current this page is, for what is no part of it. */
export const freshnessNow: Readable<Freshness> = freshness

/** Of when something is that was fetched then and kept true by frames as long as there were any; epoch milliseconds. */
export const asOf = ({ since }: Freshness, fetchedAt: number): number => Math.max(fetchedAt, since ?? 0)

/** How current this page is. */
export const useFreshness = (): Freshness => useStore(freshness)

/** Resolves when something gets through to the server; at once where it does. */
export const lineIsBack = (): Promise<void> =>
  new Promise(resolve => {
    if (!freshnessNow.get().cut) return resolve()
    const stop = freshnessNow.subscribe(() => {
      if (freshnessNow.get().cut) return
      stop()
      resolve()
    })
  })

/** A moment without the socket is nothing to say: it opens within it at startup and after most cuts. */
const sayAfterMs = 1_500
/** The first stand-in fetch, soon enough to know whether anything gets through. */
const firstFetchMs = 1_000

export interface FallbackPollingWorld {
  readonly clock: Clock
  /** Fetches what is on the screen; whether that worked. Must not reject. */
  fetchShown(): Promise<boolean>
  onChange(freshness: Freshness): void
}

/** While the socket is behind: says so, and fetches what is shown every 10 s in its place. */
export class FallbackPolling {
  readonly #world: FallbackPollingWorld
  #link: 'current' | 'behind' = 'current'
  #said = false
  #fetchFails = false
  #offline = false
  #since: number | null = null
  #cancel: (() => void)[] = []
  #told = current

  constructor(world: FallbackPollingWorld) {
    this.#world = world
  }

  /** Hears how the socket stands. */
  setLink(link: 'current' | 'behind'): void {
    if (link === this.#link) return
    this.#link = link
    this.#callOff()
    this.#said = false
    this.#fetchFails = false
    if (link === 'behind') {
      this.#cancel.push(this.#world.clock.after(sayAfterMs, () => this.#say()))
      this.#fetchAfter(firstFetchMs)
    }
    this.#tell()
  }

  /** Hears what the browser says of its network. */
  setOnline(online: boolean): void {
    this.#offline = !online
    if (online && this.#link === 'behind') {
      this.#callOff()
      this.#said = true
      this.#fetchAfter(0)
    }
    this.#tell()
  }

  stop(): void {
    this.#callOff()
    this.#link = 'current'
    this.#said = this.#fetchFails = this.#offline = false
    this.#tell()
  }

  #say(): void {
    this.#said = true
    this.#tell()
  }

  #fetchAfter(ms: number): void {
    const fetchNow = async () => {
      const worked = await this.#world.fetchShown()
      if (this.#link === 'current') return
      this.#fetchFails = !worked
      this.#tell()
      this.#fetchAfter(behindFetchEveryMs)
    }
    this.#cancel.push(this.#world.clock.after(ms, () => void fetchNow()))
  }

  #callOff(): void {
    for (const cancel of this.#cancel) cancel()
    this.#cancel = []
  }

  #tell(): void {
    const cut = this.#offline || this.#fetchFails
    // What it was cut at stays the time as long as anything is missing, said or not.
    this.#since = cut || this.#link === 'behind' ? (this.#since ?? this.#world.clock.now()) : null
    const behind = this.#said || cut
    const next = { behind, cut, since: behind ? this.#since : null }
    if (next.behind === this.#told.behind && next.cut === this.#told.cut) return
    this.#told = next
    this.#world.onChange(next)
  }
}
