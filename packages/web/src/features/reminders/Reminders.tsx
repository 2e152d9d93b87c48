import { conversationPath } from '@parley/core/notifications/rules'
import type { ReminderEntity } from '@parley/core/reminders/api'
import { isDue } from '@parley/core/reminders/rules'
import { aheadLabel, calendar } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import { useReminderActions, useReminders } from '../../data/reminders/reminders.ts'
import { useSelected } from '../../store.ts'
import { useFreshness } from '../../sync/freshness.ts'
import foot from '../../ui/FootButton.module.css'
import { useAction } from '../../ui/hooks/use-action.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { focusScreen, isFocusFree } from '../../ui/overlays/free-focus.ts'
import { rich } from '../../ui/rich.ts'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './Reminders.module.css'
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

/** Beside a message: asks when to be reminded at it. */
export const RemindButton = ({ messageId, reminders }: { messageId: string; reminders: ThreadReminders }) => (
  <button
    type="button"
    className={foot.button}
    data-act="remind"
    title={t('Remind me about this message ({keys})', { keys: keysLabel('message.remind') })}
    aria-keyshortcuts={ariaKeys('message.remind')}
    aria-haspopup="dialog"
    onClick={() => reminders.asked.set(messageId)}
  >
    {t('Remind me')}
  </button>
)

const local = calendar()

const endWords = (cause: unknown): string => {
  logFailure('endReminder', cause)
  return failureWords('endReminder', cause)
}

interface ReminderLineProps {
  readonly reminder: ReminderEntity
  readonly viewerId: string
  /** Of an own one: asks for another time. */
  readonly onChange: () => void
  /** What leads to its message, where it does not stand at that. */
  readonly children?: ReactNode
}

/** What somebody is reminded of, when, and what can be done with it. */
function ReminderLine({ reminder, viewerId, onChange, children }: ReminderLineProps) {
  const now = useNow()
  const { end } = useReminderActions()
  const { busy, failure, run, dismiss } = useAction(endWords)
  const { agent, text, due_at: at } = reminder
  const isOwn = agent.id === viewerId
  const due = new Date(at)
  const done = async () => {
    // The button that had the focus is gone then.
    if ((await run(() => end(reminder))) && isFocusFree()) focusScreen()
  }
  return (
    <>
      <Text as="p" tone={isDue(reminder, now) ? 'warn' : 'muted'} breaks className={styles.words}>
        <BellRing size={13} strokeWidth={1.8} aria-hidden="true" />
        <span>
          {isOwn ? t('Reminder') : rich('Reminder of {name}', { name: <bdi>{agent.name}</bdi> })}
          {isDue(reminder, now) ? t(', due since ') : ': '}
          <time dateTime={at} title={local.full(due)}>
            {aheadLabel(local, due, now)}
          </time>
          {text !== '' && (
            <>
              {' · '}
              <bdi>{text}</bdi>
            </>
          )}
        </span>
      </Text>
      <HStack as="span" gap={0.5} align="stretch" wrap className={styles.tools}>
        {children}
        <TextButton className={styles.tool} aria-busy={busy || undefined} onClick={() => void done()}>
          {t('Done')}
        </TextButton>
        {isOwn && (
          <TextButton className={styles.tool} aria-haspopup="dialog" onClick={onChange}>
            {t('Change')}
          </TextButton>
        )}
      </HStack>
      {failure !== null && <FailureNote onDismiss={dismiss}>{failure}</FailureNote>}
    </>
  )
}
