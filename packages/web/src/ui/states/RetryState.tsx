import { t } from '@parley/core/text/translate'
import { Button } from '../Button.tsx'
import { ErrorState } from './EmptyState.tsx'
import { Notice } from './Notice.tsx'
import { Text } from '../layout/Layout.tsx'

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

type StaleNoticeProps = {
  /** What failed, and why. */
  children: string
  /** Of when and of which days the figures are that are still shown. */
  shown: string
  busy: boolean
  onRetry: () => void
  /** The button's words. */
  action?: string
}

/** Figures that could not be refreshed stay in place; this says so beside them. */
export function StaleNotice({ children, shown, busy, onRetry, action = t('Retry') }: StaleNoticeProps) {
  return (
    <Notice
      tone="danger"
      action={
        <Button size="small" busy={busy} onClick={onRetry}>
          {action}
        </Button>
      }
    >
      {t('{children} Still shown: {shown}.', { children, shown })}
    </Notice>
  )
}

/** In the place of what could not be loaded, where the page says elsewhere why and it comes by itself. */
export function NotLoaded() {
  return (
    <Text as="p" size="list" tone="muted">
      {t('Not loaded')}
    </Text>
  )
}
