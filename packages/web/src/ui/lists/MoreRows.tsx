import { t } from '@parley/core/text/translate'
import { Button } from '../Button.tsx'
import { HStack } from '../layout/Layout.tsx'
import styles from './MoreRows.module.css'
import { Spinner } from '../states/Spinner.tsx'

export interface MoreRowsProps {
  /** Whether rows below those shown are on their way, or did not come. */
  readonly more: 'none' | 'idle' | 'loading' | 'failed'
  /** What the rows are of. */
  readonly of: string
  /** What failed, in its own words. */
  readonly failure: string
  readonly onRetry: () => void
}

/** The line below a list's rows. */
export function MoreRows({ more, of, failure, onRetry }: MoreRowsProps) {
  if (more === 'loading') {
    return (
      <HStack gap={3} justify="center" tone="muted" className={styles.more}>
        <Spinner size={16} label={t('Loading more {of}', { of })} />
      </HStack>
    )
  }
  if (more !== 'failed') return null
  return (
    <HStack gap={3} justify="center" tone="muted" className={styles.more} role="alert">
      {failure}
      <Button size="small" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </HStack>
  )
}
