import { plural, t } from '@parley/core/text/translate'
import { type ReactNode, useState } from 'react'
import { ArrowDown } from 'lucide-react'
import type { MessageEntity } from '@parley/core/messages/api'
import { cut } from '@parley/core/text/format'
import { newestReaction } from '@parley/core/messages/rules'
import { contentLabel, isSystem } from '@parley/core/conversations/thread'
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

/** Leads a reader who is further up back to the newest message, and says how many came meanwhile. */
export function NewestButton({ arrived, onClick }: { arrived: number; onClick: () => void }) {
  const label =
    arrived === 0
      ? t('Newest messages')
      : plural(arrived, { one: '{count} new message', other: '{count} new messages' })
  return (
    <button type="button" className={arrived === 0 ? styles.quiet : styles.newest} onClick={onClick}>
      <ArrowDown size={14} strokeWidth={2} aria-hidden="true" />
      {label}
    </button>
  )
}

/** Characters of a message that are said as it arrives. */
const longestSaid = 500

/** Says arriving messages to a screen reader; rows that only scroll into the page are not news. */
export function Announcer({ messages }: { messages: readonly MessageEntity[] }) {
  const newest = messages.findLast(message => message.direction === 'INBOUND' && !isSystem(message))
  const [first] = useState(newest?.id)
  const isNews = newest !== undefined && newest.id !== first
  const reaction = newestReaction(messages)
  const [firstReaction] = useState(reaction?.at)
  return (
    <div role="log" aria-label={t('New messages')} className="visually-hidden">
      {isNews && (
        <p key={newest.id}>{t('Customer: {cut}', { cut: cut(contentLabel(newest), longestSaid) })}</p>
      )}
      {reaction !== null && reaction.at !== firstReaction && (
        <p key={reaction.at}>{t('The customer reacted with {emoji}', { emoji: reaction.emoji })}</p>
      )}
    </div>
  )
}
