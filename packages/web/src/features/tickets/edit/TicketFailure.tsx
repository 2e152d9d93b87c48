import { t } from '@parley/core/text/translate'
import { ticketMessages } from '../../../client/action-messages.ts'
import { isChanged } from '../../../data/tickets/actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'

interface TicketFailureProps {
  readonly action: keyof typeof ticketMessages
  readonly cause: unknown
  readonly retrying?: boolean
  /** Absent where the control beside it is the retry. */
  readonly onAgain?: () => void
}

/** That something was not saved, why, and the way to try again. */
export function TicketFailure({ action, cause, retrying = false, onAgain }: TicketFailureProps) {
  return (
    <Notice
      tone="danger"
      action={
        onAgain && (
          <Button size="small" busy={retrying} onClick={onAgain}>
            {isChanged(cause) ? t('Apply mine to the new version') : t('Try again')}
          </Button>
        )
      }
    >
      {ticketMessages[action]}. {cause instanceof Error && cause.message}
    </Notice>
  )
}
