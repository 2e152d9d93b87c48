import type { ChangeFrame } from '../sockets/api.ts'

/**
 * The newest frames, in the order they came, to be played again onto an answer that was read before them and arrives
 * after them. `floor`: frames at or below this number may be missing.
 */
export class RecentFrames {
  readonly #most: number
  #frames: ChangeFrame[] = []
  #floor = -1
  #arrived = 0

  constructor(most = 2_000) {
    this.#most = most
  }

  add(frame: ChangeFrame): void {
    this.#frames.push(frame)
    this.#arrived += 1
    if (this.#frames.length <= this.#most * 2) return
    const dropped = this.#frames.splice(0, this.#frames.length - this.#most)
    for (const { seq } of dropped) this.#floor = Math.max(this.#floor, seq)
  }

  /** What came above a number. */
  after(seq: number): readonly ChangeFrame[] {
    return this.#frames.filter(frame => frame.seq > seq)
  }

  /** How many came so far: a bookmark for `arrivedSince`. */
  get arrived(): number {
    return this.#arrived
  }

  /** What came after a bookmark. */
  arrivedSince(bookmark: number): readonly ChangeFrame[] {
    const count = this.#arrived - bookmark
    return count <= 0 ? [] : this.#frames.slice(-count)
  }

  /** Whether everything that came above this number is held. */
  covers(seq: number): boolean {
    return seq >= this.#floor
  }

  /** Starts anew: what changed up to here is not held. */
  reset(floor: number): void {
    this.#frames = []
    this.#floor = floor
  }
}
