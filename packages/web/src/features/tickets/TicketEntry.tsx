import type { TicketEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { Moment } from '../../ui/Moment.tsx'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import styles from './TicketEntry.module.css'
import { t } from '@parley/core/text/translate'
import { Button } from '../../ui/Button.tsx'
import { CompleteDetails, NotesHistory, Resolution, TicketDescription } from './TicketDetails.tsx'
import { TicketFields, TicketForm, TicketOutcome } from './edit/TicketForm.tsx'
import { useTicketEdit } from './edit/use-ticket-edit.ts'
import type { TicketWork } from './use-ticket-work.ts'

interface TicketEntryProps {
  readonly work: TicketWork
  readonly ticket: TicketEntity
  readonly noteField: RefObject<HTMLTextAreaElement | null> | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** A line of the ticket list; it unfolds. */
export function TicketEntry({ work, ticket, noteField, isOpen, onToggle }: TicketEntryProps) {
  const id = useId()
  const Mark = isOpen ? ChevronDown : ChevronRight
  return (
    <Box as="li" rule="bottom">
      <h4>
        <HStack
          as="button"
          type="button"
          gap={2}
          size="list"
          className={styles.line}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <Mark size={16} strokeWidth={1.8} aria-hidden="true" className={styles.mark} />
          <Text tone="muted" digits className={styles.number}>
            {ticketLabel(ticket)}
          </Text>
          <Text dir="auto" flex="grow" weight={500} cut className={styles.title} title={ticket.title}>
            {ticket.title}
          </Text>
          <HStack as="span" gap={2} className={styles.facts}>
            <TicketBadge status={ticket.status} />
            <Tag>{priorityLabel(ticket.priority)}</Tag>
            <Text size="meta" tone="faint">
              <Moment iso={ticket.created_at} />
            </Text>
          </HStack>
        </HStack>
      </h4>
      {isOpen && (
        <section id={id} aria-label={ticketLabel(ticket)} className={styles.body}>
          <Unfolded work={work} ticket={ticket} noteField={noteField} />
        </section>
      )}
    </Box>
  )
}

/** What a ticket is about, what can be done with it, and what was done. */
function Unfolded({ work, ticket, noteField }: Pick<TicketEntryProps, 'work' | 'ticket' | 'noteField'>) {
  const edit = useTicketEdit(ticket, work)
  const [detailed, setDetailed] = useState(false)
  return (
    <Grid gap={3.5} narrow>
      <TicketDescription text={ticket.description} />
      <TicketForm
        edit={edit}
        field={noteField}
        above={
          <Grid gap={3} className={styles.pair}>
            <TicketFields edit={edit} />
          </Grid>
        }
        beside={
          <Button
            size="small"
            variant="quiet"
            aria-expanded={detailed}
            onClick={() => setDetailed(!detailed)}
          >
            {detailed ? t('Hide Complete Details') : t('View Complete Details')}
          </Button>
        }
      />
      <TicketOutcome edit={edit} />
      <Resolution ticket={ticket} />
      {detailed && <CompleteDetails ticket={ticket} />}
      <NotesHistory notes={ticket.notes} />
    </Grid>
  )
}
