import { t } from '@parley/core/text/translate'
import { Button } from '../Button.tsx'
import { ErrorState } from './ErrorState.tsx'

type RetryStateProps = {
  /** What failed. */
  title: string
  /** Why, or what it means for the reader. */
  hint?: string
  busy: boolean
  onRetry: () => void
  /** The button's words. */
  action?: string
}

/** Something could not be fetched and nothing of it is shown: it can be asked for again. */
export function RetryState({ title, hint, busy, onRetry, action = t('Retry') }: RetryStateProps) {
  return (
    <ErrorState
      title={title}
      {...(hint !== undefined && { hint })}
      action={
        <Button busy={busy} onClick={onRetry}>
          {action}
        </Button>
      }
    />
  )
}
