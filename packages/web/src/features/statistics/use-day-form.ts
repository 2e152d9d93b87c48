import { type DayRange, dailyProblem, monthToDate, rangeProblem } from '@parley/core/reports/period'
import { useState } from 'react'
import { useToday } from '../../data/capabilities/workspace-day.ts'
import type { TypedDates } from '../../ui/fields/DateRange.tsx'

const noDates: TypedDates = { from: '', to: '' }

/** What stands in a panel's date fields, and the days that were last applied. */
export interface DayForm {
  readonly typed: TypedDates
  /** What is wrong with the typed dates, since Apply was pressed; null when they will do. */
  readonly problem: string | null
  /** The days to ask for; null until the workspace's day is known. */
  readonly range: DayRange | null
  readonly type: (dates: TypedDates) => void
  /**
   * Takes the typed dates over; says whether they are other days than before, which are asked for by themselves, or the
   * same. Refused when they are no range: then nothing changes.
   */
  readonly apply: () => 'other' | 'same' | 'refused'
}

/** From the first of the month to today until other days are applied; today moves on at midnight. */
export function useDayForm(daily: boolean): DayForm {
  const today = useToday()
  const problemOf = (dates: TypedDates) => (daily ? dailyProblem(dates, today) : rangeProblem(dates))
  const [typed, setTyped] = useState<TypedDates | null>(null)
  const [applied, setApplied] = useState<DayRange | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const usual = today === null ? null : monthToDate(today)
  const range = applied ?? usual
  const shown = typed ?? range ?? noDates
  return {
    typed: shown,
    problem,
    range,
    type: dates => {
      setTyped(dates)
      if (problem !== null) setProblem(problemOf(dates))
    },
    apply: () => {
      const wrong = problemOf(shown)
      setProblem(wrong)
      if (wrong !== null) return 'refused'
      setApplied(shown.from === usual?.from && shown.to === usual.to ? null : shown)
      setTyped(null)
      return shown.from === range?.from && shown.to === range.to ? 'same' : 'other'
    },
  }
}
