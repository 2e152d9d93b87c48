import { t } from '@parley/core/text/translate'
import { Button } from '../Button.tsx'
import { Notice } from './Notice.tsx'

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
