import type { Standing } from '@parley/core/entities/conversation'
import { ticketLabel } from '@parley/core/rules/conversation'
import { phoneLabel } from '@parley/core/rules/phone'
import { Avatar } from '../../ui/Avatar.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './CustomerCard.module.css'

/** Whose conversation is assigned, and how it stands. */
export function CustomerCard({ conversation }: { conversation: Standing }) {
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
      <Facts names="medium">
        <Fact name="Conversation ID">{conversation.id}</Fact>
        <Fact name="Ticket">{ticketLabel(conversation.ticket)}</Fact>
      </Facts>
    </div>
  )
}
