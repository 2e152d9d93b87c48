/** What frames could not settle: a row by its id, a list's counts, or the unread counts. */
export type Need = { readonly row: string } | 'counts' | 'unread'

/** Carries needs from whoever plays frames to whoever fetches. */
export class Needs {
  #listener: ((need: Need) => void) | null = null

  /** Takes the place of whoever listened before. */
  listen(listener: (need: Need) => void): void {
    this.#listener = listener
  }

  tell(need: Need): void {
    this.#listener?.(need)
  }
}
