import type { TicketEntity } from '@parley/core/entities/ticket'
import { ticketLabel } from '@parley/core/rules/conversation'
import { priorityLabel } from '@parley/core/rules/ticket'
import type { ReactNode } from 'react'
import { Moment } from '../../ui/Moment.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import styles from './TicketCard.module.css'
import { TicketEntry } from './TicketEntry.tsx'
import { useTicketDrafts } from './use-ticket-drafts.ts'

interface TicketCardProps {
  readonly ticket: TicketEntity
  readonly agentId: string
  /** Whose ticket it is. */
  readonly customer: ReactNode
}

/** A ticket on a page of its own; what is begun on it is the same as in its conversation. */
export function TicketCard({ ticket, agentId, customer }: TicketCardProps) {
  const { drafts, setEdit } = useTicketDrafts(agentId, ticket.conversation_id)
  return (
    <article aria-label={ticketLabel(ticket)} className={styles.card}>
      <header className={styles.header}>
        <p className={styles.facts}>
          <span className={styles.number}>{ticketLabel(ticket)}</span>
          <TicketBadge status={ticket.status} />
          <Tag>{priorityLabel(ticket.priority)}</Tag>
          <span className={styles.time}>
            raised <Moment iso={ticket.created_at} />
          </span>
        </p>
        <h2 dir="auto" className={styles.title}>
          {ticket.title}
        </h2>
        {customer}
      </header>
      <TicketEntry
        ticket={ticket}
        draft={drafts.edits[ticket.id] ?? null}
        setDraft={change => setEdit(ticket.id, change)}
        complete={false}
      />
    </article>
  )
}
