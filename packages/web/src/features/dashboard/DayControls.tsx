import { t } from '@parley/core/text/translate'
import { dailyProblem, type DayRange, monthToDate, rangeProblem } from '@parley/core/reports/period'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { DateRange, type TypedDates } from '../../ui/fields/DateRange.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import { useToday } from '../../data/capabilities/workspace-day.ts'
import { useFigures, useAwaitedFetch } from '../../data/reports/figures.ts'
import type { AskedDays } from '../../data/reports/statistics.ts'
import styles from './panels.module.css'

/** The dates of a panel, whether to break them down by day, and Apply. `of`: the panel's title. */
export function DayControls({ of, days }: { of: string; days: Days }) {
  const { form, daily, setDaily, waiting, apply } = days
  return (
    <HStack
      as="form"
      wrap
      className={styles.controls}
      aria-label={t('Days of {of}', { of })}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        apply()
      }}
    >
      {/* What is typed before the workspace's day is known would stand beside an empty second date. */}
      <fieldset className={styles.fields} disabled={form.range === null}>
        <DateRange
          label={t('Dates of {of}', { of })}
          value={form.typed}
          onChange={form.type}
          problem={form.problem}
        />
        <Checkbox
          label={t('Include Daily Data')}
          checked={daily}
          onChange={({ target }) => setDaily(target.checked)}
        />
        <Button type="submit" busy={waiting}>
          {waiting ? t('Loading...') : t('Apply')}
        </Button>
      </fieldset>
    </HStack>
  )
}

const noDates: TypedDates = { from: '', to: '' }

/** From the first of the month to today until other days are applied; today moves on at midnight. */
function useDayForm(daily: boolean) {
  const today = useToday()
  const problemOf = (dates: TypedDates) => (daily ? dailyProblem(dates, today) : rangeProblem(dates))
  const [typed, setTyped] = useState<TypedDates | null>(null)
  const [applied, setApplied] = useState<DayRange | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const usual = today === null ? null : monthToDate(today)
  const range = applied ?? usual
  const shown = typed ?? range ?? noDates
  return {
    /** What stands in the fields. */
    typed: shown,
    /** What is wrong with the typed dates, since Apply was pressed; null when they will do. */
    problem,
    /** The days to ask for; null until the workspace's day is known. */
    range,
    type: (dates: TypedDates) => {
      setTyped(dates)
      if (problem !== null) setProblem(problemOf(dates))
    },
    /**
     * Takes the typed dates over; says whether they are other days than before, which are asked for by themselves, or the
     * same. Refused when they are no range: then nothing changes.
     */
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

/**
 * A panel's days, and the figures of them.
 * @param onFailed hears of a fetch that somebody waited for
 */
export function useDays<T>(
  name: string,
  load: (days: AskedDays) => Promise<T>,
  onFailed?: (message: string) => void,
) {
  const [daily, setDaily] = useState(true)
  const form = useDayForm(daily)
  const [page, setPage] = useState(1)
  const figures = useFigures(name, form.range, daily, ({ from, to }) =>
    load({ start_date: from, end_date: to, include_daily: daily }),
  )
  const { waiting, want } = useAwaitedFetch(figures, onFailed)
  const begin = () => {
    setPage(1)
    want()
  }
  const retry = () => {
    begin()
    figures.refetch()
  }
  return {
    form,
    daily,
    setDaily: (next: boolean) => {
      setDaily(next)
      setPage(1)
    },
    page,
    setPage,
    figures,
    waiting,
    apply: () => {
      const days = form.apply()
      if (days === 'same') retry()
      if (days === 'other') begin()
    },
    retry,
  }
}

type Days = ReturnType<typeof useDays<unknown>>
