import { t } from '@parley/core/text/translate'
import {
  noteIsResolution,
  priorityChoices,
  statusChoices,
  type TicketChange,
  type TicketChoice,
} from '@parley/core/tickets/edit'
import { maxTicketText } from '@parley/core/tickets/constants'
import type { RefObject } from 'react'
import { rich } from '../../../ui/rich.ts'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { Text } from '../../../ui/layout/Layout.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { ticketMessages } from '../../../client/action-messages.ts'
import { isChanged } from '../../../data/tickets/actions.ts'
import styles from '../TicketEntry.module.css'
import { tooLong } from './ticket-draft.ts'
import type { TicketEdit } from './use-ticket-edit.ts'

/** Words beside a label. */
export const faint = (words: string) => (
  <Text weight={400} tone="faint">
    {words}
  </Text>
)

interface NoteFieldProps {
  readonly edit: TicketEdit
  readonly field?: RefObject<HTMLTextAreaElement | null> | undefined
}

/** What an agent notes on a ticket; without it no status is changed, wherever that is done. */
export function NoteField({ edit: { ticket, draft, write, update }, field }: NoteFieldProps) {
  return (
    <TextArea
      ref={field}
      label={rich('Agent Notes {visible}', { visible: faint(t('visible to agents only')) })}
      placeholder={t('Add notes about this ticket (required when changing status)')}
      hint={
        noteIsResolution(ticket.status, draft.status) ? t('It is also saved as the resolution') : undefined
      }
      value={draft.note}
      readOnly={update.isPending}
      error={tooLong(draft.note, maxTicketText)}
      onChange={event => write({ note: event.target.value })}
    />
  )
}

/** Why an edit is not saved: what others changed while it was written, and nothing is saved over unseen, or a failure. */
export function NotUpdated({ edit: { changes, update, applyToNewest } }: { edit: TicketEdit }) {
  if (changes.length === 0) {
    return update.isError ? <TicketFailure action="updateTicket" cause={update.error} /> : null
  }
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" onClick={applyToNewest}>
          {t('Apply mine to the new version')}
        </Button>
      }
    >
      {t('This ticket was changed while you were writing:')}
      <ul className={styles.changes}>
        {[...new Set(changes.map(wordsOf))].map(words => (
          <li key={words} dir="auto">
            {words}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function wordsOf(change: TicketChange): string {
  if (change.what === 'note')
    return t('note by {by}: {text}', { by: change.by ?? t('an agent'), text: change.text })
  const { what } = change
  const from = shown(what, change.from)
  const to = shown(what, change.to)
  return from === '' ? `${what}: ${to}` : `${what}: ${from} → ${to === '' ? 'none' : to}`
}

/** Statuses and priorities as badges say them. */
function shown(what: Exclude<TicketChange['what'], 'note'>, value: string): string {
  if (what !== 'status' && what !== 'priority') return value
  const choices: readonly TicketChoice<string>[] =
    what === 'status' ? statusChoices('NEW', 'header') : priorityChoices
  return choices.find(choice => choice.value === value)?.label ?? value
}

interface TicketFailureProps {
  readonly action: keyof typeof ticketMessages
  readonly cause: unknown
  /** Absent where the control beside it is the retry. */
  readonly onAgain?: () => void
}

/** That something was not saved, why, and the way to try again. */
export function TicketFailure({ action, cause, onAgain }: TicketFailureProps) {
  return (
    <Notice
      tone="danger"
      action={
        onAgain && (
          <Button size="small" onClick={onAgain}>
            {isChanged(cause) ? t('Apply mine to the new version') : t('Try again')}
          </Button>
        )
      }
    >
      {ticketMessages[action]}. {cause instanceof Error && cause.message}
    </Notice>
  )
}
