import { Text } from '../../../ui/layout/Layout.tsx'
import { ResolveForm } from './ResolveForm.tsx'
import { TicketChanges } from './TicketChanges.tsx'
import styles from '../TicketEntry.module.css'
import { TicketFailure } from './TicketFailure.tsx'
import type { TicketEdit } from './use-ticket-edit.ts'

/** Under the form of a ticket: what was saved, what was not and why, and the form that resolves it. */
export function TicketOutcome({ edit }: { edit: TicketEdit }) {
  const { draft, said, changes, update, priority, reopen } = edit
  return (
    <>
      {draft.resolution !== null && <ResolveForm edit={edit} resolution={draft.resolution} />}
      <Text as="p" role="status" size="list" weight={500} tone="ok" className={styles.said}>
        {said}
      </Text>
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
    </>
  )
}
