import { rangeLabel } from '@parley/core/rules/day-label'
import { calendar } from '@parley/core/rules/format'
import type { DayRange } from '@parley/core/rules/period'

/** Of which days figures are and when they were asked for: "Nov 1, 2026 to Nov 21, 2026, as of 09:41". */
export const shownLabel = (
  { range, at }: { readonly range: DayRange; readonly at: number },
  timeZone: string | undefined,
): string => `${rangeLabel(range)}, as of ${calendar(timeZone).clock(new Date(at))}`
