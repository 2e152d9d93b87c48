import { t } from '@parley/core/text/translate'
import { priorityChoices, statusChoices } from '@parley/core/tickets/edit'
import { Select } from '../../../ui/fields/Select.tsx'
import type { TicketEdit } from './use-ticket-edit.ts'

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
