import { calendar } from '@parley/core/text/format'
import { useState } from 'react'
import { useFreshness } from './freshness.ts'

/** Whether a figure that could not be loaded says so itself. */
export interface Telling {
  /** Nothing gets through to the server, which the page says in one place: what was loaded last is shown with its age. */
  readonly cut: boolean
  /** A failure is told where it is, since no cut line explains it. */
  readonly tells: boolean
}

/**
 * While the line is cut nothing tells of its own failure, nor once it is back until what failed meanwhile was asked for again,
 * which happens by itself.
 * @param settledAt when the newest fetch ended, well or not, in epoch milliseconds
 */
export function useTelling(settledAt: number): Telling {
  const { cut } = useFreshness()
  const [line, setLine] = useState<{ readonly cut: boolean; readonly old: number | null }>({ cut, old: null })
  if (line.cut !== cut) setLine({ cut, old: cut ? null : settledAt })
  return { cut, tells: !cut && line.old !== settledAt }
}

const local = calendar()

/** The age of what is shown while the line is cut, as lists say it; null: it is not old, or nothing is shown. `at`: epoch milliseconds. */
export const oldSince = ({ cut }: Pick<Telling, 'cut'>, at: number | null | undefined): string | null =>
  cut && typeof at === 'number' && at > 0 ? local.clock(new Date(at)) : null
