import { t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Box, HStack, VStack } from '../layout/Layout.tsx'
import { Notice } from '../states/Notice.tsx'
import { StaleOverlay } from '../states/OldList.tsx'
import { RetryState } from '../states/RetryState.tsx'
import { Spinner } from '../states/Spinner.tsx'
import styles from './ListFrame.module.css'

interface ListFrameProps {
  /** Why the rows are old, said above them; null: they are not, or something else says it. */
  readonly failure: string | null
  readonly retrying: boolean
  readonly retry: () => void
  /** Said above all else. */
  readonly above?: ReactNode
  /** The rows could not be loaded again. */
  readonly old: boolean
  /** Of when they are, where nothing else says so; null: something does. */
  readonly asOf: string | null
  readonly children: ReactNode
}

/** A screen's list, with what is to be said of it as a whole. */
export const ListFrame = ({ failure, retrying, retry, above, old, asOf, children }: ListFrameProps) => (
  <VStack full flex="fill" className={styles.list}>
    {above && (
      <Box rule="bottom" className={styles.banner}>
        {above}
      </Box>
    )}
    {failure !== null && (
      <Box rule="bottom" className={styles.banner}>
        <Notice
          tone="danger"
          action={
            <Button size="small" busy={retrying} onClick={retry}>
              {t('Try again')}
            </Button>
          }
        >
          {failure}
        </Notice>
      </Box>
    )}
    <Box flex="fill">
      <StaleOverlay old={old} asOf={asOf}>
        {children}
      </StaleOverlay>
    </Box>
  </VStack>
)

interface NoRowsProps extends Pick<ListFrameProps, 'retrying' | 'retry'> {
  readonly isFailed: boolean
  readonly failure: string
  /** What is said while they are on their way. */
  readonly loading: string
}

/** In place of rows that were never there: they are on their way, or could not be loaded. */
export const NoRowsYet = ({ isFailed, failure, loading, retrying, retry }: NoRowsProps) =>
  isFailed ? (
    <RetryState
      title={failure}
      hint={t('The server cannot be reached. Parley tries again every 10 seconds.')}
      busy={retrying}
      onRetry={retry}
    />
  ) : (
    <HStack gap={2.5} justify="center" size="list" tone="muted" className={styles.loading} role="status">
      <Spinner />
      {loading}
    </HStack>
  )
