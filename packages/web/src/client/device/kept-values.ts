import type { KeptAt, DraftStorage } from './sealed-storage.ts'

/**
 * What an agent has begun and not sent, kept between pages. Nothing is read or written before the keeper is there, which
 * takes the agent's key; whoever asks waits. Of one place one thing is done after the other, in the order in which it was
 * asked for. No call rejects: what the browser refuses is logged.
 */
export class StorageQueue {
  #keeper = waiting()
  #isOpen = false
  /** Counts who opened or locked: only the last one's word holds. */
  #turn = 0
  readonly #pending = new Map<string, Promise<unknown>>()

  /** Gives the keeper that `make` gives, unless there is one already. */
  async open(make: () => Promise<DraftStorage>): Promise<void> {
    const turn = ++this.#turn
    if (this.#isOpen) return
    const keeper = await make()
    if (turn !== this.#turn) return
    this.#isOpen = true
    this.#keeper.give(keeper)
  }

  /** Lets go of the keeper, and of the key with it, once what was asked for is done. */
  async lock(): Promise<void> {
    const turn = ++this.#turn
    if (!this.#isOpen) return
    // A draft that was written to meanwhile asks for its next write when the one before is done.
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending.values())
    if (turn !== this.#turn) return
    this.#isOpen = false
    this.#keeper = waiting()
  }

  /** Undefined when there is none, or it cannot be read. */
  read(place: string): Promise<unknown> {
    return this.#next(place, keeper => keeper.read(place))
  }

  /** Undefined forgets it. */
  async keep(place: string, value: unknown): Promise<void> {
    await this.#next(place, keeper => keeper.keep(place, value))
  }

  /** All whose place begins so; none when they cannot be read. */
  async list(prefix: string): Promise<readonly KeptAt[]> {
    return (await this.#next(prefix, keeper => keeper.list(prefix))) ?? []
  }

  #next<T>(place: string, act: (keeper: DraftStorage) => Promise<T>): Promise<T | undefined> {
    const { promise: keeper } = this.#keeper
    const before = this.#pending.get(place)
    const work = (async () => {
      await before
      try {
        return await act(await keeper)
      } catch (cause) {
        console.warn('What was begun could not be kept or read in this browser', cause)
        return undefined
      }
    })()
    this.#pending.set(place, work)
    void this.#clear(place, work)
    return work
  }

  async #clear(place: string, work: Promise<unknown>): Promise<void> {
    await work
    if (this.#pending.get(place) === work) this.#pending.delete(place)
  }
}

/** A keeper that is still to come. */
function waiting(): {
  readonly promise: Promise<DraftStorage>
  readonly give: (keeper: DraftStorage) => void
} {
  let give: (keeper: DraftStorage) => void = () => undefined
  const promise = new Promise<DraftStorage>(resolve => {
    give = resolve
  })
  return { promise, give }
}
