import { t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './Thread.module.css'

/** "Thu, Nov 19" above the first message of a day. */
export function DayPill({ children }: { children: string }) {
  return (
    <div className={styles.day}>
      <Text size="meta" weight={500} tone="muted" className={styles.pill}>
        {children}
      </Text>
    </div>
  )
}

/** Stands before what was unread as the thread was opened, until it is left. */
export function NewMessagesMarker() {
  return (
    <HStack gap={2.5} tone="accent" className={styles.marker}>
      {t('New messages')}
    </HStack>
  )
}

/** A neutral centred line without sender, direction or tick. */
export function SystemLine({ children }: { children: ReactNode }) {
  return (
    <Text as="p" dir="auto" size="meta" tone="muted" breaks className={styles.system}>
      {children}
    </Text>
  )
}
