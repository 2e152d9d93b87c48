import type { ConversationMeta } from '@parley/core/conversations/api'
import { calendar, momentLabel } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { MessageSquareOff } from 'lucide-react'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/hooks/use-now.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { rich } from '../../../ui/rich.ts'
import { Notice } from '../../../ui/states/Notice.tsx'
import type { NoReplyControl } from './use-no-reply.ts'

const local = calendar()
const label = t('No reply needed')

interface NoReplyProps {
  readonly control: NoReplyControl
}

/** The button among the actions of a conversation whose customer waits. */
export function NoReplyButton({ control: { step, busy, press } }: NoReplyProps) {
  if (step !== 'mark') return null
  return (
    <IconButton label={label} shortcut={keysLabel('conversation.no-reply')} disabled={busy} onClick={press}>
      <MessageSquareOff size={16} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  )
}

interface AcknowledgementNoticeProps extends NoReplyProps {
  readonly acknowledgement: NonNullable<ConversationMeta['acknowledgement']>
}

/** Says that the customer may expect no answer, and how sure that is. */
export function AcknowledgementNotice({ acknowledgement, control }: AcknowledgementNoticeProps) {
  const percent = Math.round(acknowledgement.confidence * 100)
  return (
    <Notice
      tone="info"
      action={
        <Button
          size="small"
          busy={control.busy}
          title={`${label} (${keysLabel('conversation.no-reply')})`}
          aria-keyshortcuts={ariaKeys('conversation.no-reply')}
          onClick={control.press}
        >
          {label}
        </Button>
      }
    >
      {t('The customer only thanks or agrees ({percent}%)', { percent })}
    </Notice>
  )
}

interface NoReplyNoticeProps extends NoReplyProps {
  readonly marked: NonNullable<ConversationMeta['no_reply']>
}

/** Says who decided that no reply is needed, and undoes it. */
export function NoReplyNotice({ marked: { at, by }, control }: NoReplyNoticeProps) {
  const now = useNow()
  const time = <time dateTime={at}>{momentLabel(local, new Date(at), now)}</time>
  return (
    <Notice
      tone="info"
      action={
        <Button
          size="small"
          busy={control.busy}
          title={t('Undo ({keys})', { keys: keysLabel('conversation.no-reply') })}
          aria-keyshortcuts={ariaKeys('conversation.no-reply')}
          onClick={control.press}
        >
          {t('Undo')}
        </Button>
      }
    >
      {by === null
        ? rich('No reply needed since {time}', { time })
        : rich('No reply needed since {time}, by {name}', { time, name: <bdi>{by.name}</bdi> })}
    </Notice>
  )
}
