import { t } from '@parley/core/text/translate'
import type { ComponentProps } from 'react'
import { Button } from '../Button.tsx'
import { Text } from '../layout/Layout.tsx'
import { ErrorState } from './EmptyState.tsx'
import { Notice } from './Notice.tsx'

type Retry = {
  busy: boolean
  onRetry: () => void
  /** The button's words. */
  action?: string
}

/** Something could not be fetched and nothing of it is shown: it can be asked for again. */
export const RetryState = ({
  busy,
  onRetry,
  action = t('Retry'),
  ...state
}: Retry & Pick<ComponentProps<typeof ErrorState>, 'title' | 'hint'>) => (
  <ErrorState
    {...state}
    action={
      <Button busy={busy} onClick={onRetry}>
        {action}
      </Button>
    }
  />
)

type StaleNoticeProps = Retry & {
  /** What failed, and why. */
  children: string
  /** Of when and of which days the figures are that are still shown. */
  shown: string
}

/** Figures that could not be refreshed stay in place; this says so beside them. */
export const StaleNotice = ({ children, shown, busy, onRetry, action = t('Retry') }: StaleNoticeProps) => (
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

/** In the place of what could not be loaded, where the page says elsewhere why and it comes by itself. */
export const NotLoaded = () => (
  <Text as="p" size="list" tone="muted">
    {t('Not loaded')}
  </Text>
)
