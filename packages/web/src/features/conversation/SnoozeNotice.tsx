import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { calendar, momentLabel } from '@parley/core/text/format'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'

const local = calendar()

interface SnoozeNoticeProps {
  readonly snoozed: NonNullable<ConversationMeta['snoozed']>
  readonly busy: boolean
  readonly onWake: () => void
}

/** Says until when a conversation is put off, by whom and why, and takes it back. */
export function SnoozeNotice({ snoozed: { until, by, reason }, busy, onWake }: SnoozeNoticeProps) {
  const now = useNow()
  return (
    <Notice
      tone="info"
      action={
        <Button size="small" busy={busy} onClick={onWake}>
          {t('Unsnooze')}
        </Button>
      }
    >
      {rich('Snoozed until {time}', {
        time: <time dateTime={until}>{momentLabel(local, new Date(until), now)}</time>,
      })}
      {by !== null && <> {rich('by {name}', { name: <bdi>{by.name}</bdi> })}</>}
      {reason !== null && (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
    </Notice>
  )
}
