import { t } from '@parley/core/text/translate'
import { calendar } from '@parley/core/text/format'
import { phoneLabel } from '@parley/core/customers/rules'
import { Link } from 'react-router'
import { failureWords } from '../../client/action-messages.ts'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useMergeActions, useMerges } from '../../data/conversations/customer.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
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
        <Grid as="ul" aria-label={t('Merged into this customer')} gap={3} className={styles.merges}>
          {standing.map(({ id, gone, made_at: at, made_by: by, conversation_ids: [first] }) => (
            <HStack as="li" key={id} gap={2} justify="between" wrap size="list">
              <span>
                <bdi>{gone.name ?? t('A customer')}</bdi>{' '}
                {gone.phone_number !== null && phoneLabel(gone.phone_number)}
                <Text size="meta" tone="muted">
                  {' '}
                  {t('merged by {by}, {time}', { by, time: local.full(new Date(at)) })}
                  {first !== undefined && (
                    <>
                      {' · '}
                      <Link to={`/conversations/${first}`}>{t('their conversation')}</Link>
                    </>
                  )}
                </Text>
              </span>
              <Button size="small" busy={busy} onClick={() => void run(() => undo(id))}>
                {t('Undo merge')}
              </Button>
            </HStack>
          ))}
        </Grid>
      )}
      {error !== null && <FailureNote>{failureWords('fetchMerges', error)}</FailureNote>}
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </>
  )
}
