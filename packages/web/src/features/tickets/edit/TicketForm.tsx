import { t } from '@parley/core/text/translate'
import { canReopen, canResolve, ticketStatusLabel } from '@parley/core/tickets/rules'
import { priorityChoices, statusChoices } from '@parley/core/tickets/edit'
import { maxTicketText } from '@parley/core/tickets/constants'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import styles from '../TicketEntry.module.css'
import { NoteField, NotUpdated, TicketFailure } from './EditParts.tsx'
import { canSendResolution, editOf, tooLong, updateLabel } from './ticket-draft.ts'
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

interface TicketFieldsProps {
  readonly edit: TicketEdit
  /** A status was picked that needs a note. */
  readonly onPicked?: () => void
}

/** Status and priority. A picked status waits for its note; the priority is saved at once. */
export function TicketFields({ edit, onPicked }: TicketFieldsProps) {
  const { ticket, draft, write, priority } = edit
  return (
    <>
      <Select
        label={t('Status')}
        value={draft.status ?? ticket.status}
        onChange={status => {
          write({ status: status === ticket.status ? null : status })
          if (status !== ticket.status) onPicked?.()
        }}
        choices={statusChoices(ticket.status, 'manager')}
      />
      <Select
        label={t('Priority')}
        value={priority.isPending ? priority.variables.to : ticket.priority}
        onChange={edit.setPriority}
        choices={priorityChoices}
      />
    </>
  )
}

/** Under the form of a ticket: what was saved, what was not and why, and the form that resolves it. */
export function TicketOutcome({ edit }: { edit: TicketEdit }) {
  const { draft, said, priority, reopen } = edit
  return (
    <>
      {draft.resolution !== null && <ResolveForm edit={edit} resolution={draft.resolution} />}
      <Text as="p" role="status" size="list" weight={500} tone="ok" className={styles.said}>
        {said}
      </Text>
      <NotUpdated edit={edit} />
      {priority.isError && (
        <TicketFailure
          action="setPriority"
          cause={priority.error}
          onAgain={() => edit.setPriority(priority.variables.to)}
        />
      )}
      {reopen.isError && <TicketFailure action="reopenTicket" cause={reopen.error} onAgain={edit.reopenIt} />}
    </>
  )
}

const notSaved = {
  'without-text': t('Resolution text was not saved'),
  'without-status': t('Status was not changed'),
} as const

/** How a ticket was resolved. Two steps are saved, the status and the text; what failed of them is tried again from here. */
function ResolveForm({ edit, resolution }: { edit: TicketEdit; resolution: string }) {
  const { write, changes, resolve } = edit
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    area.current?.focus()
    // With its buttons: the focus alone brings the field into view.
    area.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isSendable = canSendResolution(resolution) && changes.length === 0
  const outcome = resolve.data?.outcome ?? 'resolved'
  const cause = resolve.data?.cause
  return (
    <Grid
      as="form"
      aria-label={t('Resolve Ticket')}
      gap={3.5}
      narrow
      className={styles.resolve}
      onSubmit={event => {
        event.preventDefault()
        if (isSendable) edit.saveResolution()
      }}
    >
      <Text as="h5" size="body" weight={600}>
        {t('Resolve Ticket')}
      </Text>
      <TextArea
        ref={area}
        label={t('Resolution Summary')}
        placeholder={t('Describe how the issue was resolved')}
        value={resolution}
        readOnly={resolve.isPending}
        error={tooLong(resolution, maxTicketText)}
        onChange={event => write({ resolution: event.target.value })}
      />
      {!resolve.isPending && outcome === 'failed' && changes.length === 0 && (
        <TicketFailure action="resolveTicket" cause={cause} />
      )}
      {!resolve.isPending && (outcome === 'without-text' || outcome === 'without-status') && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={edit.saveResolution}>
              {t('Try again')}
            </Button>
          }
        >
          {notSaved[outcome]}. {cause instanceof Error && cause.message}
        </Notice>
      )}
      <HStack gap={2} wrap>
        <Button type="submit" variant="primary" busy={resolve.isPending} disabled={!isSendable}>
          {t('Resolve Ticket')}
        </Button>
        <Button onClick={() => write({ resolution: null })}>{t('Cancel')}</Button>
      </HStack>
    </Grid>
  )
}
