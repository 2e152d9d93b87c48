import { t } from '@parley/core/text/translate'
import { type DayRange, rangeLabel } from '@parley/core/reports/period'
import { calendar } from '@parley/core/text/format'

/** Of which days figures are and when they were asked for: "Nov 1, 2026 to Nov 21, 2026, as of 09:41". */
export const shownLabel = (
  { range, at }: { readonly range: DayRange; readonly at: number },
  timeZone: string | undefined,
): string =>
  t('{range}, as of {at}', { range: rangeLabel(range), at: calendar(timeZone).clock(new Date(at)) })
