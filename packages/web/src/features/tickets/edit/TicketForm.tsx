import { t } from '@parley/core/text/translate'
import { canReopen, canResolve, ticketStatusLabel } from '@parley/core/tickets/rules'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { NoteField } from './NoteField.tsx'
import { editOf, updateLabel } from './ticket-draft.ts'
import type { TicketEdit } from './use-ticket-edit.ts'

interface TicketFormProps {
  readonly edit: TicketEdit
  readonly field?: RefObject<HTMLTextAreaElement | null> | undefined
  /** Above the note: the fields, where they stand nowhere else. */
  readonly above?: ReactNode
  readonly beside?: ReactNode
}

/** The note, saved together with a picked status by the button; the short ways out of and into work. */
export function TicketForm({ edit, field, above, beside }: TicketFormProps) {
  const { ticket, draft, write, isBusy, changes } = edit
  const isUpdatable = editOf(ticket, draft) !== null && changes.length === 0
  const picked = draft.status ?? ticket.status
  return (
    <Grid
      as="form"
      aria-label={t('Update ticket')}
      gap={3.5}
      narrow
      onSubmit={event => {
        event.preventDefault()
        if (isUpdatable) edit.save()
      }}
    >
      {above}
      <NoteField edit={edit} field={field} />
      <HStack gap={2} wrap>
        <Button type="submit" variant="primary" busy={edit.update.isPending} disabled={!isUpdatable}>
          {updateLabel(ticket, draft)}
        </Button>
        {picked !== ticket.status && (
          <Button variant="quiet" onClick={() => write({ status: null })}>
            {t('Keep {status}', { status: ticketStatusLabel(ticket.status) })}
          </Button>
        )}
        {canResolve(ticket.status) && draft.resolution === null && (
          <Button onClick={() => write({ resolution: '' })}>{t('Resolve Ticket')}</Button>
        )}
        {canReopen(ticket.status) && (
          <Button busy={edit.reopen.isPending} disabled={isBusy} onClick={edit.reopenIt}>
            {t('Reopen Ticket')}
          </Button>
        )}
        <Text flex="grow" />
        {beside}
      </HStack>
    </Grid>
  )
}
