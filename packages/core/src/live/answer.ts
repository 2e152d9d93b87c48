/** What a call answered, with what its headers say beside the body. */
export interface Answer<T> {
  readonly value: T
  /** Parley-Seq: the log number read before the rows were; null where a server gives none. */
  readonly seq: number | null
  /** Parley-Total */
  readonly total: number | null
  /** Parley-Counts, unread JSON as the server wrote it. */
  readonly counts: string | null
}

/** The answer for what does not exist. */
export const nothingThere: Answer<null> = { value: null, seq: null, total: null, counts: null }
