import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import { useFigures, useAwaitedFetch } from '../../data/reports/figures.ts'
import { fetchUniqueUsers } from '../../data/reports/statistics.ts'
import { useDayForm } from './use-day-form.ts'

/** One fetch for both panels of users: the tiles and the table of days. */
export function useUserStatistics() {
  const [daily, setDaily] = useState(true)
  const form = useDayForm(daily)
  const [page, setPage] = useState(1)
  const figures = useFigures('unique-users', form.range, daily, ({ from, to }) =>
    fetchUniqueUsers({ start_date: from, end_date: to, include_daily: daily }),
  )
  const { waiting, want } = useAwaitedFetch(figures, message => {
    // The words are the requirement's; the panel says them too, where they can be read again.
    // oxlint-disable-next-line no-alert
    alert(failureText(message))
  })
  const begin = () => {
    setPage(1)
    want()
  }
  const ask = () => {
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
      if (days === 'same') ask()
      if (days === 'other') begin()
    },
    retry: ask,
  }
}

export type UserStatistics = ReturnType<typeof useUserStatistics>

export const failureText = (message: string): string =>
  t('Error fetching user statistics: {message}', { message })
