/** Runs a task some time after a request, once for all requests in between, and never twice at once. */
export class Throttle {
  readonly #clock: Clock
  readonly #ms: number
  readonly #task: () => Promise<void>
  #cancel: (() => void) | null = null
  #running = false
  #again = false
  #stopped = false

  constructor(clock: Clock, ms: number, task: () => Promise<void>) {
    this.#clock = clock
    this.#ms = ms
    this.#task = task
  }

  ask(): void {
    if (this.#stopped || this.#cancel !== null) return
    if (this.#running) {
      this.#again = true
      return
    }
    this.#cancel = this.#clock.after(this.#ms, () => void this.#run())
  }

  stop(): void {
    this.#stopped = true
    this.#cancel?.()
    this.#cancel = null
  }

  async #run(): Promise<void> {
    this.#cancel = null
    this.#running = true
    try {
      await this.#task()
    } finally {
      this.#running = false
      if (this.#again) {
        this.#again = false
        this.ask()
      }
    }
  }
}

/** The sync engine's clock; tests bring their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Runs once after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}
