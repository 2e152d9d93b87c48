import { createStore, type Readable } from '../store.ts'

type PageState = 'idle' | 'loading' | 'failed'

/** The page behind those that a list holds. One that failed is asked for again only when somebody says so. */
export class NextPage {
  readonly #state = createStore<PageState>('idle')
  readonly #onFailure: (cause: unknown) => void

  constructor(onFailure: (cause: unknown) => void) {
    this.#onFailure = onFailure
  }

  get state(): Readable<PageState> {
    return this.#state
  }

  /** Fetches the page and puts it into the cache, unless one is on its way or failed: call it as often as you like. */
  load(fetchPage: () => Promise<void>): void {
    if (this.#state.get() === 'idle') void this.#run(fetchPage)
  }

  /** Fetches it once more after a failure. */
  retry(fetchPage: () => Promise<void>): void {
    if (this.#state.get() === 'failed') void this.#run(fetchPage)
  }

  async #run(fetchPage: () => Promise<void>): Promise<void> {
    this.#state.set('loading')
    try {
      await fetchPage()
      this.#state.set('idle')
    } catch (cause) {
      this.#onFailure(cause)
      this.#state.set('failed')
    }
  }
}
