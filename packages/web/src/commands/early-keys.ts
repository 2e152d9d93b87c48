/** Whoever waited longer for what a key does has gone on. */
const forgottenMs = 3_000

/** Keys that were pressed before the code of what they do was there. */
export class KeydownBuffer {
  readonly #pressed: KeyboardEvent[] = []
  readonly #keep = (event: KeyboardEvent) => this.#pressed.push(event)

  /** Keeps them from now on. Returns how to end that. */
  hold(): () => void {
    document.addEventListener('keydown', this.#keep)
    return () => document.removeEventListener('keydown', this.#keep)
  }

  /**
   * Those that were pressed shortly before, oldest first; none is kept any more.
   * @param now milliseconds since the page began, as events have them
   */
  take(now: number): readonly KeyboardEvent[] {
    document.removeEventListener('keydown', this.#keep)
    return this.#pressed.splice(0).filter(({ timeStamp }) => now - timeStamp <= forgottenMs)
  }
}
