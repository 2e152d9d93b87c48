import type { Plain } from '@parley/core/call'
import { type CountedRow, CountedRows } from '@parley/core/reports/api'
import { tolerant } from '@parley/core/read/tolerant'
import type { DayRange } from '@parley/core/reports/period'
import type { MetricId } from '@parley/core/reports/constants'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../client/client.ts'
import { askFor } from './statistics.ts'

/** A figure on the screen, as much of it as is needed to explain it and to open what it counts. */
export interface FigureRef {
  readonly metric: MetricId
  /** As it is measured; null where it was not, or is not known. */
  readonly value: number | null
  /** As the screen shows it, with its unit. */
  readonly text: string
  /** The days it is of; null where its definition says so. */
  readonly range: DayRange | null
  /** Whose it is; null for everybody's. */
  readonly agent: { readonly id: string; readonly name: string } | null
  /** When it was asked for, in epoch milliseconds. */
  readonly at: number | null
  readonly sample: boolean
  /** What it leaves out for now and how much of it, in one sentence; none where it leaves out nothing. */
  readonly leftOut?: string | undefined
}

/** Draws the way to a figure's explanation: an icon beside the figure, the figure itself where `inline`, or these words. */
export type Explain = (figure: FigureRef, inline?: boolean | string) => ReactNode

const pageSize = 50
const mostAtOnce = 200

const readCountedRows = tolerant(CountedRows)

type Which = Pick<FigureRef, 'metric' | 'range' | 'agent'>

/** One page of what a figure counts. Rejects with `ApiFailure`. */
export const fetchCountedRows = async (
  { metric, range, agent }: Which,
  after: string | null,
  limit = pageSize,
  ask: Pick<typeof api, 'countedRows'> = api,
): Promise<Plain<CountedRows>> =>
  readCountedRows(
    await askFor(() =>
      ask.countedRows({
        query: {
          metric,
          limit,
          start_date: range?.from,
          end_date: range?.to,
          agent_id: agent?.id,
          after: after ?? undefined,
        },
      }),
    ),
  )

/** All that a figure counts, page after page. Rejects with `ApiFailure`. */
export async function fetchEveryCountedRow(
  which: Which,
  ask: Pick<typeof api, 'countedRows'> = api,
): Promise<readonly Plain<CountedRow>[]> {
  const rows: Plain<CountedRow>[] = []
  for (let after: string | null = null; ; ) {
    const page: Plain<CountedRows> = await fetchCountedRows(which, after, mostAtOnce, ask)
    rows.push(...page.rows)
    if (page.next === null || page.next === after) return rows
    after = page.next
  }
}

/** What a figure counts, a page at a time, as it is when it is opened. */
export function useCountedRows(which: Which) {
  return useInfiniteQuery({
    queryKey: ['counted-rows', which.metric, which.range, which.agent?.id ?? null],
    queryFn: ({ pageParam }) => fetchCountedRows(which, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
