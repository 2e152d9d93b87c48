import { t } from '@parley/core/text/translate'
import type { TicketEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { ticketStatusLabel } from '@parley/core/tickets/rules'
import { statusChoices } from '@parley/core/tickets/edit'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { NoteField, NotUpdated } from './edit/EditParts.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import styles from './TicketEntry.module.css'
import { editOf, updateLabel } from './edit/ticket-draft.ts'
import { type TicketEdit, useTicketEdit } from './edit/use-ticket-edit.ts'
import type { TicketWork } from './use-ticket-work.ts'

interface TicketStatusMenuProps {
  readonly work: TicketWork
  readonly ticket: TicketEntity
  /** The ticket's number stands beside it. */
  readonly isNamed?: boolean
}

/**
 * The status of the conversation's ticket; all eight may be picked. A picked one asks for its note in place, by the rule of
 * the manager, with which it shares what is begun: words stay when it is left.
 */
export function TicketStatusMenu({ work, ticket, isNamed = false }: TicketStatusMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLButtonElement>(null)
  const edit = useTicketEdit(ticket, work, () => setOpen(false))
  const { draft, write, update } = edit
  const leave = () => {
    setOpen(false)
    if (!update.isPending) write({ status: null })
  }
  const to = isOpen && draft.status !== null ? draft.status : ticket.status
  return (
    <>
      <Select
        label={t('Status of {ticket}', { ticket: ticketLabel(ticket) })}
        labelHidden
        field={field}
        value={to}
        choices={statusChoices(ticket.status, 'header')}
        // The focus comes back to it before the answer is all worked in.
        readOnly={update.isPending}
        onChange={status => {
          write({ status: status === ticket.status ? null : status })
          setOpen(status !== ticket.status)
        }}
        shown={<TicketBadge status={to} ticket={isNamed ? undefined : ticket} />}
      />
      <Popover
        anchor={field}
        open={isOpen && to !== ticket.status}
        onOpenChange={open => {
          if (!open) leave()
        }}
        title={t('Set {ticket} to {to}', { ticket: ticketLabel(ticket), to: ticketStatusLabel(to) })}
      >
        <StatusNote edit={edit} onCancel={leave} />
      </Popover>
    </>
  )
}

/** The note that a picked status needs. */
function StatusNote({ edit, onCancel }: { edit: TicketEdit; onCancel: () => void }) {
  const { ticket, draft, changes, update } = edit
  const isUpdatable = editOf(ticket, draft) !== null && changes.length === 0
  return (
    <Grid
      as="form"
      gap={3}
      narrow
      pad={4}
      className={styles.form}
      aria-label={t('Update ticket')}
      onSubmit={event => {
        event.preventDefault()
        if (isUpdatable) edit.save()
      }}
    >
      <NoteField edit={edit} />
      <NotUpdated edit={edit} />
      <HStack gap={2} align="stretch" justify="end" wrap>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={update.isPending} disabled={!isUpdatable}>
          {updateLabel(ticket, draft)}
        </Button>
      </HStack>
    </Grid>
  )
}
