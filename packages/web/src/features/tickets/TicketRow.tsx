import type { TicketEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Moment } from '../../ui/Moment.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import styles from './TicketRow.module.css'

interface TicketRowProps {
  readonly ticket: TicketEntity
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** What is shown of it unfolded. */
  readonly children: ReactNode
}

/** A line of the ticket list; it unfolds. */
export function TicketRow({ ticket, isOpen, onToggle, children }: TicketRowProps) {
  const id = useId()
  const Mark = isOpen ? ChevronDown : ChevronRight
  return (
    <li className={styles.row}>
      <h4>
        <button
          type="button"
          className={styles.line}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <Mark size={16} strokeWidth={1.8} aria-hidden="true" className={styles.mark} />
          <span className={styles.number}>{ticketLabel(ticket)}</span>
          <span dir="auto" className={styles.title} title={ticket.title}>
            {ticket.title}
          </span>
          <span className={styles.facts}>
            <TicketBadge status={ticket.status} />
            <Tag>{priorityLabel(ticket.priority)}</Tag>
            <span className={styles.time}>
              <Moment iso={ticket.created_at} />
            </span>
          </span>
        </button>
      </h4>
      {isOpen && (
        <section id={id} aria-label={ticketLabel(ticket)} className={styles.body}>
          {children}
        </section>
      )}
    </li>
  )
}
