import { t } from '@parley/core/text/translate'
import type { ReminderEntity } from '@parley/core/reminders/api'
import { useSelected } from '../../store.ts'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { ReminderLine } from './ReminderLine.tsx'
import styles from './ReminderMarks.module.css'
import type { ThreadReminders } from './thread-reminders.ts'

const none: readonly ReminderEntity[] = []

interface ReminderMarksProps {
  readonly messageId: string
  readonly viewerId: string
  readonly reminders: ThreadReminders
}

/** Below a message: what colleagues are reminded of at it. */
export function ReminderMarks({ messageId, viewerId, reminders }: ReminderMarksProps) {
  const own = useSelected(reminders.held, held => held.get(messageId) ?? none)
  if (own.length === 0) return null
  return (
    <Grid as="ul" gap={1} className={styles.marks} aria-label={t('Reminders')}>
      {own.map(reminder => (
        <HStack as="li" key={reminder.id} wrap className={styles.mark}>
          <ReminderLine
            reminder={reminder}
            viewerId={viewerId}
            onChange={() => reminders.asked.set(messageId)}
          />
        </HStack>
      ))}
    </Grid>
  )
}
