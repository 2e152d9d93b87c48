import type { Clock } from '@parley/core/live/throttle'

/** A clock for tests: time passes only when told to, and what is due runs in its order. */
export class ManualClock implements Clock {
  #now = 0
  #next = 0
  readonly #timers = new Map<number, { readonly at: number; readonly run: () => void }>()

  now = (): number => this.#now

  after = (ms: number, run: () => void): (() => void) => {
    const id = this.#next++
    this.#timers.set(id, { at: this.#now + ms, run })
    return () => this.#timers.delete(id)
  }

  /** A promise that many milliseconds away. */
  wait = (ms: number): Promise<void> => new Promise(resolve => this.after(ms, resolve))

  /** Lets so many milliseconds pass. Promises settle between two timers, as they do in a browser. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    await settle()
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= until)
      const [first] = due.toSorted(([a, left], [b, right]) => left.at - right.at || a - b)
      if (first === undefined) break
      const [id, { at, run }] = first
      this.#timers.delete(id)
      this.#now = at
      run()
      await settle()
    }
    this.#now = until
  }
}

const turns = 60

/** Enough turns of the microtask queue for a chain of awaits to end. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
}
