/** What a present needs of the page. */
export interface PresentWorld {
  read(): Date
  /** Returns how to stop. */
  every(ms: number, run: () => void): () => void
  /** Calls back when the page comes into view again. Returns how to stop. */
  onVisible(run: () => void): () => void
}

export const tickMs = 30_000

/** The present as screens show it: one for all of them, and kept only while somebody shows it. */
export class Present {
  readonly #world: PresentWorld
  readonly #listeners = new Set<() => void>()
  #now: Date
  #stop: (() => void)[] = []

  constructor(world: PresentWorld) {
    this.#world = world
    this.#now = world.read()
  }

  /** The same object until it moves on. */
  get now(): Date {
    return this.#now
  }

  subscribe = (changed: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      // Nobody looked meanwhile: what was now then is the past.
      this.#now = this.#world.read()
      this.#stop = [this.#world.every(tickMs, this.#tick), this.#world.onVisible(this.#tick)]
    }
    this.#listeners.add(changed)
    return () => {
      this.#listeners.delete(changed)
      if (this.#listeners.size > 0) return
      for (const stop of this.#stop) stop()
      this.#stop = []
    }
  }

  readonly #tick = (): void => {
    this.#now = this.#world.read()
    for (const tell of this.#listeners) tell()
  }
}
