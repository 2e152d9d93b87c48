import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CompleteDetails } from './CompleteDetails.tsx'
import { NotesHistory } from './NotesHistory.tsx'
import { Resolution } from './Resolution.tsx'
import { ResolveForm } from './ResolveForm.tsx'
import { TicketChanges } from './TicketChanges.tsx'
import styles from './TicketEntry.module.css'
import { TicketFailure } from './TicketFailure.tsx'
import { TicketForm } from './TicketForm.tsx'
import { type TicketEditProps, useTicketEdit } from './use-ticket-edit.ts'

interface TicketEntryProps extends TicketEditProps {
  /** The complete details are open from the start. */
  readonly complete: boolean
}

/** One ticket, unfolded: what it is about, what can be done with it, and what was done. */
export function TicketEntry({ complete, ...props }: TicketEntryProps) {
  const edit = useTicketEdit(props)
  const { ticket, draft, said, changes, update, priority, reopen } = edit
  const [detailed, setDetailed] = useState(complete)
  return (
    <div className={styles.entry}>
      <p dir="auto" className={ticket.description === '' ? styles.muted : styles.text}>
        {ticket.description === '' ? 'No description' : ticket.description}
      </p>
      <TicketForm
        edit={edit}
        beside={
          <Button
            size="small"
            variant="quiet"
            aria-expanded={detailed}
            onClick={() => setDetailed(!detailed)}
          >
            {detailed ? 'Hide Complete Details' : 'View Complete Details'}
          </Button>
        }
      />
      <p role="status" className={styles.said}>
        {said}
      </p>
      <TicketChanges changes={changes} onApply={edit.applyToNewest} />
      {update.isError && changes.length === 0 && <TicketFailure action="updateTicket" cause={update.error} />}
      {priority.isError && (
        <TicketFailure
          action="setPriority"
          cause={priority.error}
          onAgain={() => edit.setPriority(priority.variables.to)}
        />
      )}
      {reopen.isError && <TicketFailure action="reopenTicket" cause={reopen.error} onAgain={edit.reopenIt} />}
      {draft.resolution !== null && <ResolveForm edit={edit} resolution={draft.resolution} />}
      <Resolution ticket={ticket} />
      {detailed && <CompleteDetails ticket={ticket} />}
      <NotesHistory notes={ticket.notes} />
    </div>
  )
}
