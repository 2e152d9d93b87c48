import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, isNameless, numberBeside, ticketLabel } from '@parley/core/conversations/rules'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { StatusBadge } from '../../ui/marks/StatusBadge.tsx'
import styles from './CustomerCard.module.css'

/** Whose conversation is assigned, and how it stands. */
export function CustomerCard({ conversation }: { conversation: ConversationMeta }) {
  const name = customerNameOf(conversation)
  const number = numberBeside(conversation)
  return (
    <div className={styles.card}>
      <div className={styles.who}>
        <Avatar name={name} nameless={isNameless(conversation)} />
        <div className={styles.words}>
          <p dir="auto" className={styles.name}>
            {name}
          </p>
          {number !== null && <p className={styles.phone}>{number}</p>}
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
