import { useEffect, useState } from 'react'
import type { Figures } from './figures.ts'

/**
 * Whether somebody waits for figures: from the first load, or from `want`, until that fetch has ended. `onFailed` hears of
 * the failures of such fetches, once each, and never of a quiet one.
 */
export function useAwaitedFetch(
  { fetching, settledAt, failure }: Pick<Figures<unknown>, 'fetching' | 'settledAt' | 'failure'>,
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
