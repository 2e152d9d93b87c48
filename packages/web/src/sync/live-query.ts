import { isLiveKey } from '@parley/core/live/cached'
import { type QueryKey, queryOptions, skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

/** What failed is asked for again by itself this often, in milliseconds. */
export const recoveryMs = 10_000

/** What is asked for once and then kept true by frames, or fetched again when they say so. */
export interface LiveSpec<T> {
  readonly key: QueryKey
  /** Gets what is held already. Null while nobody can be asked. */
  readonly load: ((held: T | undefined) => Promise<T>) | null
  /** Writes into the log that it failed; none where the screen's own words are enough. */
  readonly onFailure?: (cause: unknown) => void
  /** When what is held is to be fetched again by itself, in milliseconds; false for never. */
  readonly refetchAfter?: (held: T | undefined) => number | false
}

type MoreOptions<T> = Pick<
  UseQueryOptions<T>,
  'gcTime' | 'placeholderData' | 'refetchOnMount' | 'refetchOnWindowFocus' | 'staleTime'
>

/** What a screen knows of something that was asked for. */
export interface Loaded {
  /** off: nobody can be asked. failed: it never came, and what stands in its place says nothing about the server. */
  readonly state: 'off' | 'loading' | 'ready' | 'failed'
  /** It came once and could not be fetched again: it may be old. */
  readonly stale: boolean
  /** When what is shown was fetched, in epoch milliseconds; 0 before. */
  readonly fetchedAt: number
  readonly retrying: boolean
  readonly retry: () => void
}

export interface LiveQuery<T> extends Loaded {
  readonly data: T | undefined
  /** The data is another key's, shown until this one's comes. */
  readonly isPlaceholder: boolean
  /** Fetches again, unless that is under way. The same function as long as the key is the same. */
  readonly refresh: () => void
  /** When the newest attempt failed, in epoch milliseconds; 0 if none did. */
  readonly failedAt: number
}

/** The options of a query that frames keep true: never old by itself, asked for again until it has come. */
export const liveOptions = <T>({ key, load, onFailure, refetchAfter }: LiveSpec<T>) =>
  queryOptions<T>({
    queryKey: key,
    // No abort signal: a cancelled fetch would put back the data from before it, without the frames since.
    queryFn:
      load === null
        ? skipToken
        : async ({ client }) => {
            try {
              return await load(client.getQueryData<T>(key))
            } catch (cause) {
              onFailure?.(cause)
              throw cause
            }
          },
    staleTime: Number.POSITIVE_INFINITY,
    // Events change live data row by row. What is fetched whole keeps the rows that did not change, so that they draw nothing.
    structuralSharing: !isLiveKey(key),
    refetchInterval: ({ state }) =>
      state.status === 'error' ? recoveryMs : (refetchAfter?.(state.data) ?? false),
  })

/** Something that was asked for, as it stands now. */
export function useLiveQuery<T>(spec: LiveSpec<T>, more: MoreOptions<T> = {}): LiveQuery<T> {
  const query = useQuery<T>({ ...liveOptions(spec), ...more })
  const { refetch } = query
  const refresh = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const retry = useCallback(() => void refetch(), [refetch])
  // Getters: the library draws again for those of its fields that were read.
  return {
    get state() {
      return stateOf(spec.load === null, query)
    },
    get stale() {
      return query.data !== undefined && query.isError
    },
    get fetchedAt() {
      return query.dataUpdatedAt
    },
    get failedAt() {
      return query.errorUpdatedAt
    },
    get retrying() {
      return query.isFetching
    },
    get data() {
      return query.data
    },
    get isPlaceholder() {
      return query.isPlaceholderData
    },
    refresh,
    retry,
  }
}

/** Where something that was asked for stands. */
export function stateOf(
  isOff: boolean,
  { data, isError }: { readonly data: unknown; readonly isError: boolean },
): Loaded['state'] {
  if (isOff) return 'off'
  if (data !== undefined) return 'ready'
  return isError ? 'failed' : 'loading'
}

/** What a view passes on of its query, without the data. */
export const loadedOf = ({ state, stale, fetchedAt, retrying, retry }: Loaded): Loaded => ({
  state,
  stale,
  fetchedAt,
  retrying,
  retry,
})

/** As `loadedOf`; the same object as long as nothing in it changes. */
export function useLoaded({ state, stale, fetchedAt, retrying, retry }: Loaded): Loaded {
  return useMemo(
    () => ({ state, stale, fetchedAt, retrying, retry }),
    [state, stale, fetchedAt, retrying, retry],
  )
}
