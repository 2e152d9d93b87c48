import { t } from '@parley/core/text/translate'
import { conversationPath } from '@parley/core/notifications/rules'
import { Link } from 'react-router'
import { useReminders } from '../../data/reminders/reminders.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { ReminderLine } from './ReminderLine.tsx'
import styles from './ReminderList.module.css'
import type { ThreadReminders } from './thread-reminders.ts'

interface ReminderListProps {
  readonly conversationId: string
  readonly viewerId: string
  readonly reminders: ThreadReminders
}

/** What colleagues are reminded of in a conversation, the first due first; nothing where they are of nothing. */
export function ReminderList(props: ReminderListProps) {
  const { conversationId, viewerId, reminders: ofThread } = props
  const { reminders, state, retrying, retry } = useReminders(conversationId)
  const { cut } = useFreshness()
  // Without a connection the top bar says so, once.
  const isFailed = state === 'failed' && !cut
  if (reminders.length === 0 && !isFailed) return null
  return (
    <section aria-labelledby={`reminders-${conversationId}`}>
      <Text as="h3" id={`reminders-${conversationId}`} size="list" weight={600}>
        {t('Reminders')}
      </Text>
      {isFailed && (
        <RetryState title={t('The reminders could not be loaded')} busy={retrying} onRetry={retry} />
      )}
      <Grid as="ul" gap={2} className={styles.list}>
        {reminders.map(reminder => (
          <li key={reminder.id}>
            <ReminderLine
              reminder={reminder}
              viewerId={viewerId}
              onChange={() => ofThread.asked.set(reminder.message_id)}
            >
              <Link className={styles.link} to={conversationPath(conversationId, reminder.message_id)}>
                {t('Show message')}
              </Link>
            </ReminderLine>
          </li>
        ))}
      </Grid>
    </section>
  )
}
