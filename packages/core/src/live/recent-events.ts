import type { LiveEvent } from '../sockets/api.ts'

/**
 * The newest events, in the order they came, to be played again onto an answer that was read before them and arrives
 * after them. `floor`: frames at or below this number may be missing.
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

  /** What came above a number. */
  after(seq: number): readonly LiveEvent[] {
    return this.#events.filter(event => event.seq > seq)
  }

  /** How many came so far: a bookmark for `arrivedSince`. */
  get arrived(): number {
    return this.#arrived
  }

  /** What came after a bookmark. */
  arrivedSince(bookmark: number): readonly LiveEvent[] {
    const count = this.#arrived - bookmark
    return count <= 0 ? [] : this.#events.slice(-count)
  }

  /** Whether everything that came above this number is held. */
  covers(seq: number): boolean {
    return seq >= this.#floor
  }

  /** Starts anew: what changed up to here is not held. */
  reset(floor: number): void {
    this.#events = []
    this.#floor = floor
  }
}
