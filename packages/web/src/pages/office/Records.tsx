import { t } from '@parley/core/text/translate'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Center, Grid, HStack } from '../../ui/layout/Layout.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import page from '../page.module.css'
import styles from './Records.module.css'

type RecordsProps = {
  query: Pick<UseInfiniteQueryResult, 'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'>
  /** Nothing of them is there to be shown. */
  isEmpty: boolean
  /** What is said while they are fetched, and when they could not be. */
  loading: string
  failed: string
  filters: ReactNode
  /** The last of the filters stands at the end of their line. */
  spread?: boolean
  above?: ReactNode
  children: ReactNode
}

/** Records under their filters, fetched page by page. */
export const Records = ({ query, isEmpty, loading, failed, filters, ...props }: RecordsProps) => (
  <Grid narrow full className={page.headed}>
    <HStack
      wrap
      rule="bottom"
      className={styles.filters}
      role="group"
      aria-label={t('Filters')}
      data-spread={props.spread}
    >
      {filters}
    </HStack>
    <div className={styles.records}>
      {props.above}
      {query.isPending && (
        <Center className={styles.loading}>
          <Spinner label={loading} />
        </Center>
      )}
      {query.isError && isEmpty && (
        <RetryState
          title={failed}
          hint={query.error?.message}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
          action={t('Try again')}
        />
      )}
      {props.children}
    </div>
  </Grid>
)

/** A line below the records. */
export const RecordsFoot = ({ children }: { children: ReactNode }) => (
  <HStack as="p" gap={3} wrap size="meta" tone="muted" className={styles.foot}>
    {children}
  </HStack>
)

type OlderProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'isFetchNextPageError' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
}

/** Fetches the next page of older records, and says when it did not come. */
export const Older = ({ query }: OlderProps) => (
  <>
    {query.isFetchNextPageError && <span role="alert"> {t('Older ones could not be fetched.')}</span>}
    {query.hasNextPage && (
      <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('Older')}
      </Button>
    )}
  </>
)
