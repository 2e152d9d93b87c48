import { calendar } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'

const local = calendar()

/** The time of day of an epoch in milliseconds, as the screen says it. */
export const clockLabel = (at: number): string => local.clock(new Date(at))

/** What failed, and of when the rows are that are shown instead. @param at epoch milliseconds */
export const listAsOf = (failure: string, at: number): string =>
  t('{failure}. Showing the list as of {time}', { failure, time: clockLabel(at) })
