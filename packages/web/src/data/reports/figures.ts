import type { DayRange } from '@parley/core/reports/period'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { recentEvents } from '../../sync/source.ts'
import { useTelling } from '../../sync/telling.ts'
import { useInView } from '../../ui/lists/InView.tsx'

/** Events after which a figure may be another. */
const moving: ReadonlySet<string> = new Set([
  'new_message',
  'message',
  'conversation',
  'read',
  'ticket',
  'agent',
])

/**
 * Asks again some time after something happened that figures count, or one of `events`, while the page is looked at. What happens unseen, for
 * instance while the socket is away, is left to the caller's own slow rhythm.
 */
export function useRefetchOnChange(
  refetch: () => void,
  everyMs: number,
  events: ReadonlySet<string> = moving,
): void {
  const again = useRef(refetch)
  useEffect(() => {
    again.current = refetch
  })
  useEffect(() => {
    let bookmark = recentEvents.arrived
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      const stirred = recentEvents.arrivedSince(bookmark).some(({ event }) => events.has(event))
      bookmark = recentEvents.arrived
      if (stirred) again.current()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, events])
}

const slowMs = 60_000

/**
 * A query of figures. While somebody follows them it is asked again quietly: each minute, and some time after something
 * happened that they count.
 */
export function useFollowedQuery<T>(
  options: Pick<UseQueryOptions<T>, 'queryKey' | 'queryFn' | 'enabled' | 'staleTime'>,
  isFollowed: boolean,
  stirredMs: number,
) {
  const query = useQuery<T>({ ...options, refetchInterval: isFollowed ? slowMs : false })
  const refetch = () => void query.refetch({ cancelRefetch: false })
  useRefetchOnChange(() => {
    if (isFollowed) refetch()
  }, stirredMs)
  const settledAt = Math.max(query.dataUpdatedAt, query.errorUpdatedAt)
  const { cut, tells } = useTelling(settledAt)
  return {
    query,
    /** When the newest fetch ended, well or not, in epoch milliseconds; 0 before. */
    settledAt,
    /** Nothing gets through to the server. */
    cut,
    /** Why the newest fetch failed; null when it did not, or where a cut line is why. */
    failure: tells && query.isError ? query.error.message : null,
    refetch,
  }
}

const stirredMs = 30_000

/** Figures with the days that they are of and the moment they were asked for. */
export interface Asked<T> {
  readonly value: T
  readonly range: DayRange
  /** Epoch milliseconds. */
  readonly at: number
}

/**
 * Figures of a range of days, asked for once their part of the page is near, and again quietly while it is looked at. A fetch that fails, also one of other days,
 * leaves the last figures in place with the days that they are of. No fetch while the range is null.
 */
export function useFigures<T>(
  name: string,
  range: DayRange | null,
  options: unknown,
  load: (range: DayRange) => Promise<T>,
) {
  const { seen, near } = useInView()
  const { query, settledAt, cut, failure, refetch } = useFollowedQuery<Asked<T>>(
    {
      queryKey: ['figures', name, range, options],
      queryFn: async () => {
        if (range === null) throw new Error('There are no days to ask for')
        const at = Date.now()
        return { value: await load(range), range, at }
      },
      enabled: range !== null && seen,
      // Choosing days again asks again.
      staleTime: 0,
    },
    range !== null && near,
    stirredMs,
  )
  const [last, setLast] = useState<Asked<T> | null>(null)
  if (query.data !== undefined && query.data !== last) setLast(query.data)
  const shown = query.data ?? last
  return {
    /** The newest answer: of the days asked for, or of the last ones that could be loaded. Null before the first. */
    shown,
    /** Nothing has come yet, and something is on its way. */
    loading: shown === null && failure === null && !cut,
    /** A fetch is under way, whoever asked for it. */
    fetching: query.isFetching,
    /** What is shown is not what was asked for last: those days are still on their way, or their fetch failed. */
    other: query.data === undefined && shown !== null,
    settledAt,
    failure,
    cut,
    refetch,
  }
}

/**
 * Whether somebody waits for figures: from the first load, or from `want`, until that fetch has ended. `onFailed` hears of
 * the failures of such fetches, once each, and never of a quiet one.
 */
export function useAwaitedFetch(
  { fetching, settledAt, failure }: Pick<ReturnType<typeof useFigures>, 'fetching' | 'settledAt' | 'failure'>,
  onFailed: (message: string) => void = () => undefined,
): { readonly waiting: boolean; readonly want: () => void } {
  const [since, setSince] = useState<number | null>(() => Date.now())
  const settled = since !== null && !fetching && settledAt >= since
  useEffect(() => {
    if (!settled) return
    setSince(null)
    if (failure !== null) onFailed(failure)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each fetch that was waited for
  }, [settled])
  return { waiting: since !== null, want: () => setSince(Date.now()) }
}
