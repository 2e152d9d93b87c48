import type { TicketEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { type ReactNode, useRef } from 'react'
import { Facts } from '../../ui/lists/Facts.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { NotesHistory } from './edit/NotesHistory.tsx'
import { Resolution } from './edit/Resolution.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import styles from './TicketCard.module.css'
import { TicketDescription } from './TicketEntry.tsx'
import { TicketFields } from './edit/TicketFields.tsx'
import { TicketForm } from './edit/TicketForm.tsx'
import { TicketOutcome } from './edit/TicketOutcome.tsx'
import { TicketTimes } from './TicketTimes.tsx'
import { useTicketDrafts } from './edit/use-ticket-drafts.ts'
import { useTicketEdit } from './edit/use-ticket-edit.ts'

interface TicketCardProps {
  readonly ticket: TicketEntity
  readonly agentId: string
  /** Of whom it is and who has it: more of its properties, as `Fact`s. */
  readonly belongs: ReactNode
}

/**
 * A ticket on a page of its own: what it is about and what was done, and beside that what it is. What is begun on it is the
 * same as in its conversation.
 */
export function TicketCard({ ticket, agentId, belongs }: TicketCardProps) {
  const { drafts, setEdit } = useTicketDrafts(agentId, ticket.conversation_id)
  const edit = useTicketEdit({
    ticket,
    draft: drafts.edits[ticket.id] ?? null,
    setDraft: change => setEdit(ticket.id, change),
  })
  const noteField = useRef<HTMLTextAreaElement>(null)
  return (
    <article aria-label={ticketLabel(ticket)} className={styles.card}>
      <header className={styles.header}>
        <p className={styles.facts}>
          <span className={styles.number}>{ticketLabel(ticket)}</span>
          <TicketBadge status={ticket.status} />
          <Tag>{priorityLabel(ticket.priority)}</Tag>
        </p>
        <h2 dir="auto" className={styles.title}>
          {ticket.title}
        </h2>
      </header>
      <div className={styles.work}>
        <TicketDescription text={ticket.description} />
        <TicketForm edit={edit} field={noteField} />
        <TicketOutcome edit={edit} />
      </div>
      <section aria-label="Properties" className={styles.properties}>
        <div className={styles.fields}>
          {/* The list has the focus until it is closed, so the note gets it after that. */}
          <TicketFields edit={edit} onPicked={() => setTimeout(() => noteField.current?.focus())} />
        </div>
        <Facts>
          {belongs}
          <TicketTimes ticket={ticket} />
        </Facts>
      </section>
      <div className={styles.history}>
        <Resolution ticket={ticket} />
        <NotesHistory notes={ticket.notes} />
      </div>
    </article>
  )
}
