/** A clock that stands still until it is moved. `now` is bound, so it can be handed out alone. */
export class TestClock {
  #at: number

  constructor(start = '2026-03-02T09:00:00.000Z') {
    this.#at = Date.parse(start)
  }

  readonly now = (): Date => new Date(this.#at)

  /** Moves forward by seconds. */
  advance(seconds: number): void {
    this.#at += seconds * 1000
  }
}
