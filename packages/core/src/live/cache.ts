/** One answer as held. */
export interface CacheEntry {
  /** Its first word tells what it is; see `cached.ts`. */
  readonly key: readonly unknown[]
  /** Somebody looks at it. */
  readonly isShown: boolean
  /** The log number that it is true from; null while its first answer is on its way. */
  readonly seq: number | null
  /** What is held; undefined while its first answer is on its way. */
  read(): unknown
  /** Changes what is held and nothing else about it: one that waits to be fetched again still does. */
  edit<T>(change: (cached: T) => T): void
  /** Has it asked for again once somebody looks at it. */
  expire(): void
}

/** Where answers are held. The console keeps them in its query cache, a test in a map. */
export interface AnswerCache {
  /** Everything that follows the events. */
  entries(): readonly CacheEntry[]
  /**
   * Forgets what nobody looks at, so that no old row speaks for a new one, and asks for the rest again: of those entries
   * that are named. Whether there was anything to ask for; resolves when that has come or failed.
   */
  renew(which: (entry: CacheEntry) => boolean): Promise<boolean>
  /** Asks for one entry again, if it is held. Resolves when that has come or failed. */
  refetch(key: readonly unknown[]): Promise<void>
}
