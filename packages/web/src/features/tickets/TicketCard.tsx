import { t } from '@parley/core/text/translate'
import type { TicketEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { type ReactNode, useRef } from 'react'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Facts } from '../../ui/lists/Facts.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { NotesHistory, Resolution, TicketDescription, TicketTimes } from './TicketDetails.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import styles from './TicketCard.module.css'
import { TicketFields, TicketForm, TicketOutcome } from './edit/TicketForm.tsx'
import { useTicketDrafts } from './edit/ticket-draft.ts'
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
  const edit = useTicketEdit(ticket, useTicketDrafts(agentId, ticket.conversation_id))
  const noteField = useRef<HTMLTextAreaElement>(null)
  return (
    <Grid as="article" aria-label={ticketLabel(ticket)} gap={4} narrow className={styles.card}>
      <Grid as="header" gap={1} rule="bottom" className={styles.header}>
        <HStack as="p" wrap className={styles.facts}>
          <Text size="list" weight={500} digits>
            {ticketLabel(ticket)}
          </Text>
          <TicketBadge status={ticket.status} />
          <Tag>{priorityLabel(ticket.priority)}</Tag>
        </HStack>
        <Text as="h2" dir="auto" size="page" weight={600} breaks className={styles.title}>
          {ticket.title}
        </Text>
      </Grid>
      <Grid gap={3.5} narrow className={styles.work}>
        <TicketDescription text={ticket.description} />
        <TicketForm edit={edit} field={noteField} />
        <TicketOutcome edit={edit} />
      </Grid>
      <Grid
        as="section"
        aria-label={t('Properties')}
        gap={3.5}
        frame
        narrow
        pad={4}
        className={styles.properties}
      >
        <Grid gap={3} className={styles.fields}>
          {/* The list has the focus until it is closed, so the note gets it after that. */}
          <TicketFields edit={edit} onPicked={() => setTimeout(() => noteField.current?.focus())} />
        </Grid>
        <Facts>
          {belongs}
          <TicketTimes ticket={ticket} />
        </Facts>
      </Grid>
      <Grid gap={3.5} narrow className={styles.history}>
        <Resolution ticket={ticket} />
        <NotesHistory notes={ticket.notes} />
      </Grid>
    </Grid>
  )
}
