import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { ReminderEntity } from '@parley/core/reminders/api'
import { aheadLabel, calendar } from '@parley/core/text/format'
import { isDue } from '@parley/core/reminders/rules'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { useReminderActions } from '../../data/reminders/reminders.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { focusScreen, isFocusFree } from '../../ui/overlays/free-focus.ts'
import { useAction } from '../../ui/hooks/use-action.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import styles from './ReminderLine.module.css'

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
export function ReminderLine({ reminder, viewerId, onChange, children }: ReminderLineProps) {
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
      <p className={isDue(reminder, now) ? styles.due : styles.words}>
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
      </p>
      <HStack as="span" gap={0.5} align="stretch" wrap className={styles.tools}>
        {children}
        <Text
          as="button"
          type="button"
          tone="accent"
          nowrap
          className={styles.tool}
          aria-busy={busy || undefined}
          onClick={() => void done()}
        >
          {t('Done')}
        </Text>
        {isOwn && (
          <Text
            as="button"
            type="button"
            tone="accent"
            nowrap
            className={styles.tool}
            aria-haspopup="dialog"
            onClick={onChange}
          >
            {t('Change')}
          </Text>
        )}
      </HStack>
      {failure !== null && <FailureNote onDismiss={dismiss}>{failure}</FailureNote>}
    </>
  )
}
