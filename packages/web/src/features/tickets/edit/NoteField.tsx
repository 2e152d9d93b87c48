import { t } from '@parley/core/text/translate'
import { rich } from '../../../ui/rich.ts'
import { noteIsResolution } from '@parley/core/tickets/edit'
import { maxTicketText } from '@parley/core/tickets/constants'
import type { RefObject } from 'react'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { Text } from '../../../ui/layout/Layout.tsx'
import { tooLong } from './ticket-draft.ts'
import type { TicketEdit } from './use-ticket-edit.ts'

interface NoteFieldProps {
  readonly edit: TicketEdit
  readonly field?: RefObject<HTMLTextAreaElement | null> | undefined
}

/** What an agent notes on a ticket; without it no status is changed, wherever that is done. */
export function NoteField({ edit: { ticket, draft, write, update }, field }: NoteFieldProps) {
  return (
    <TextArea
      ref={field}
      label={
        <>
          {rich('Agent Notes {visible}', {
            visible: (
              <Text weight={400} tone="faint">
                {t('visible to agents only')}
              </Text>
            ),
          })}
        </>
      }
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
