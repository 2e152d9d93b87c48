import type { LiveEvent } from '../sockets/api.ts'

/**
 * The newest events, in order of arrival, for replay onto a response that was read before them and arrives after them. `floor`:
 * events at or below this number may be missing.
 */
export class RecentEvents {
  readonly #most: number
  #events: LiveEvent[] = []
  #floor = -1
  #arrived = 0

  constructor(most = 2_000) {
    this.#most = most
  }

  add(event: LiveEvent): void {
    this.#events.push(event)
    this.#arrived += 1
    if (this.#events.length <= this.#most * 2) return
    const dropped = this.#events.splice(0, this.#events.length - this.#most)
    for (const { seq } of dropped) this.#floor = Math.max(this.#floor, seq)
  }

  /** The events above a number. */
  after(seq: number): readonly LiveEvent[] {
    return this.#events.filter(event => event.seq > seq)
  }

  /** The number of events so far: a bookmark for `arrivedSince`. */
  get arrived(): number {
    return this.#arrived
  }

  /** The events after a bookmark. */
  arrivedSince(bookmark: number): readonly LiveEvent[] {
    const count = this.#arrived - bookmark
    return count <= 0 ? [] : this.#events.slice(-count)
  }

  /** Whether all events above this number are cached. */
  covers(seq: number): boolean {
    return seq >= this.#floor
  }

  /** Starts again: events up to this number are not cached. */
  reset(floor: number): void {
    this.#events = []
    this.#floor = floor
  }
}
