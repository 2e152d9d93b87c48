import { calendar } from '@parley/core/text/format'
import { phoneLabel } from '@parley/core/customers/rules'
import { Link } from 'react-router'
import { failureWords } from '../../client/action-messages.ts'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useMergeActions, useMerges } from '../../data/conversations/merges.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './SamePerson.module.css'

const local = calendar()
const failed = (cause: unknown) => laterFailureWords('undoMerge', cause)

/** What was merged into a customer before, each to be taken back. Nothing where there is none. */
export function MadeMerges({ conversationId }: { readonly conversationId: string }) {
  const { data: merges = [], error } = useMerges(conversationId)
  const { undo } = useMergeActions(conversationId)
  const { busy, failure, run } = useAction(failed)
  const standing = merges.filter(merge => merge.undone === null)
  return (
    <>
      {standing.length > 0 && (
        <ul aria-label="Merged into this customer" className={styles.merges}>
          {standing.map(({ id, gone, made_at: at, made_by: by, conversation_ids: [first] }) => (
            <li key={id} className={styles.merge}>
              <span>
                <bdi>{gone.name ?? 'A customer'}</bdi>{' '}
                {gone.phone_number !== null && phoneLabel(gone.phone_number)}
                <span className={styles.quiet}>
                  {' '}
                  merged by {by}, {local.full(new Date(at))}
                  {first !== undefined && (
                    <>
                      {' · '}
                      <Link to={`/conversations/${first}`}>their conversation</Link>
                    </>
                  )}
                </span>
              </span>
              <Button size="small" busy={busy} onClick={() => void run(() => undo(id))}>
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error !== null && <FailureNote>{failureWords('fetchMerges', error)}</FailureNote>}
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </>
  )
}
