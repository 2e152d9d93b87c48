import {
  type DayRange,
  type Period,
  periodLabel,
  periodRange,
  rangeProblem,
} from '@parley/core/reports/period'
import { useState } from 'react'
import { useToday } from '../../data/capabilities/workspace-day.ts'
import { useFigures } from '../../data/reports/figures.ts'
import { loadPerformance } from '../../data/reports/statistics.ts'
import type { TypedDates } from '../../ui/fields/DateRange.tsx'

const noDates: TypedDates = { from: '', to: '' }

/** The chosen period, its days, and the figures of them. Any change asks anew; dates that are no range ask for nothing. */
export function usePerformance() {
  const today = useToday()
  const [period, setPeriod] = useState<Period>('currentMonth')
  const [typed, setTyped] = useState<TypedDates>(noDates)
  const [custom, setCustom] = useState<DayRange | null>(null)
  const range = period === 'custom' ? custom : today === null ? null : periodRange(period, today)
  const figures = useFigures('performance', range, period, async ({ from, to }) => {
    const loaded = await loadPerformance({ start_date: from, end_date: to })
    if (loaded.message !== null) throw new Error(loaded.message)
    return { ...loaded, label: periodLabel(period, { from, to }) }
  })
  return {
    period,
    choose: (next: Period) => {
      setPeriod(next)
      if (next !== 'custom' || today === null) return
      const start = periodRange('custom', today)
      setTyped(start)
      setCustom(start)
    },
    typed,
    type: (dates: TypedDates) => {
      setTyped(dates)
      if (rangeProblem(dates) === null) setCustom(dates)
    },
    problem: rangeProblem(typed),
    figures,
  }
}
