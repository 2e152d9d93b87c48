import type { ConversationEntity } from '@parley/core/entities/conversation'
import { ticketLabel } from '@parley/core/rules/conversation'
import { phoneLabel } from '@parley/core/rules/phone'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './CustomerCard.module.css'

interface CustomerCardProps {
  readonly conversation: ConversationEntity
  /** The last message in one line. */
  readonly lastMessage?: ReactNode
}

/** Whose conversation is assigned, and how it stands. */
export function CustomerCard({ conversation, lastMessage }: CustomerCardProps) {
  const { customer_name: name } = conversation
  return (
    <div className={styles.card}>
      <div className={styles.who}>
        <Avatar name={name} />
        <div className={styles.words}>
          <p dir="auto" className={styles.name}>
            {name}
          </p>
          <p className={styles.phone}>{phoneLabel(conversation.phone_number)}</p>
        </div>
        <StatusBadge status={conversation.status} />
      </div>
      <dl className={styles.facts}>
        <dt>Conversation ID</dt>
        <dd>{conversation.id}</dd>
        {lastMessage !== undefined && (
          <>
            <dt>Last message</dt>
            <dd>{lastMessage}</dd>
          </>
        )}
        <dt>Ticket</dt>
        <dd>{ticketLabel(conversation.ticket)}</dd>
      </dl>
    </div>
  )
}
