import { t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import { RetryState } from './RetryState.tsx'
import { Spinner } from './Spinner.tsx'

interface FetchedProps<Data> {
  readonly held: {
    readonly data: Data | undefined
    readonly isError: boolean
    readonly isFetching: boolean
    readonly refetch: () => Promise<unknown>
  }
  /** The spinner's label. */
  readonly loading: string
  /** What could not be fetched. */
  readonly failed: string
  readonly children: (data: Data) => ReactNode
}

/** What a query holds; before that a spinner, and where nothing could be fetched a way to try again. */
export function Fetched<Data>({ held, loading, failed, children }: FetchedProps<Data>) {
  const { data, isError, isFetching, refetch } = held
  if (data !== undefined) return children(data)
  if (!isError) return <Spinner label={loading} />
  return (
    <RetryState title={failed} busy={isFetching} onRetry={() => void refetch()} action={t('Try again')} />
  )
}
