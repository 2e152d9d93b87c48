import { canReopen, canResolve, statusChoices } from '@parley/core/rules/ticket'
import { maxTicketText, ticketPriorities } from '@parley/core/words/tickets'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import styles from './TicketEntry.module.css'
import { editOf, tooLong, updateLabel } from './ticket-draft.ts'
import type { TicketEdit } from './use-ticket-edit.ts'

const priorities = ticketPriorities.map(value => ({ value, label: value }))

/** Status and notes, saved together by the button; the priority, saved at once; the short ways out of and into work. */
export function TicketForm({ edit, beside }: { edit: TicketEdit; beside: ReactNode }) {
  const { ticket, draft, write, isBusy, changes, priority } = edit
  const isUpdatable = editOf(ticket, draft) !== null && changes.length === 0
  const picked = draft.status ?? ticket.status
  return (
    <form
      aria-label="Update ticket"
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        if (isUpdatable) edit.save()
      }}
    >
      <div className={styles.pair}>
        <Select
          label="Status"
          value={picked}
          onChange={status => write({ status: status === ticket.status ? null : status })}
          choices={statusChoices(ticket.status).map(({ status, disabled }) => ({
            value: status,
            label: status,
            disabled,
          }))}
        />
        <Select
          label="Priority"
          value={priority.isPending ? priority.variables.to : ticket.priority}
          onChange={edit.setPriority}
          choices={priorities}
        />
      </div>
      <TextArea
        label={
          <>
            Agent Notes <span className={styles.aside}>visible to agents only</span>
          </>
        }
        placeholder="Add notes about this ticket (required when changing status)"
        value={draft.note}
        readOnly={edit.update.isPending}
        error={tooLong(draft.note, maxTicketText)}
        onChange={event => write({ note: event.target.value })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={edit.update.isPending} disabled={!isUpdatable}>
          {updateLabel(ticket, draft)}
        </Button>
        {picked !== ticket.status && (
          <Button variant="quiet" onClick={() => write({ status: null })}>
            Keep {ticket.status}
          </Button>
        )}
        {canResolve(ticket.status) && draft.resolution === null && (
          <Button onClick={() => write({ resolution: '' })}>Resolve Ticket</Button>
        )}
        {canReopen(ticket.status) && (
          <Button busy={edit.reopen.isPending} disabled={isBusy} onClick={edit.reopenIt}>
            Reopen Ticket
          </Button>
        )}
        <span className={styles.space} />
        {beside}
      </div>
    </form>
  )
}
