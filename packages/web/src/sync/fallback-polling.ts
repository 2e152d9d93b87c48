import type { Clock } from '@parley/core/live/throttle'
import { behindFetchEveryMs } from '@parley/core/sockets/reconnect'
import { current, type Freshness } from './freshness.ts'

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
