/** One cached response. */
export interface CacheEntry {
  /** The first word names the resource; see `cached.ts`. */
  readonly key: readonly unknown[]
  /** The entry is on the screen. */
  readonly isShown: boolean
  /** The event sequence number up to which the entry is current; null while its first response is pending. */
  readonly seq: number | null
  /** The cached value; undefined while its first response is pending. */
  read(): unknown
  /** Changes the cached value only: an expired entry stays expired. */
  edit<T>(change: (cached: T) => T): void
  /** Marks the entry stale: it is fetched again when it is next on the screen. */
  expire(): void
}

/** The cache of responses. The console uses its query cache, a test uses a map. */
export interface AnswerCache {
  /** The entries that follow the events. */
  entries(): readonly CacheEntry[]
  /**
   * Drops the named entries that are not on the screen, so that no stale row is used, and refetches the others. The result says
   * whether there was anything to refetch; it resolves when that has arrived or failed.
   */
  renew(which: (entry: CacheEntry) => boolean): Promise<boolean>
  /** Refetches one entry, if it is cached. Resolves when the response has arrived or failed. */
  refetch(key: readonly unknown[]): Promise<void>
}
