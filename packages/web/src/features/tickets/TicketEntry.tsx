import type { TicketEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { Moment } from '../../ui/Moment.tsx'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import styles from './TicketEntry.module.css'
import { t } from '@parley/core/text/translate'
import { Button } from '../../ui/Button.tsx'
import { CompleteDetails, NotesHistory, Resolution } from './TicketDetails.tsx'
import { TicketFields, TicketForm, TicketOutcome } from './edit/TicketForm.tsx'
import { type TicketEditProps, useTicketEdit } from './edit/use-ticket-edit.ts'

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
          {children}
        </section>
      )}
    </Box>
  )
}

interface TicketEntryProps extends TicketEditProps {
  readonly noteField?: RefObject<HTMLTextAreaElement | null> | undefined
}

/** One ticket, unfolded: what it is about, what can be done with it, and what was done. */
export function TicketEntry({ noteField, ...props }: TicketEntryProps) {
  const edit = useTicketEdit(props)
  const { ticket } = edit
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

/** What a ticket is about. */
export const TicketDescription = ({ text }: { text: string }) => (
  <Text as="p" dir="auto" size="list" tone={text === '' ? 'muted' : 'text'} breaks className={styles.text}>
    {text === '' ? t('No description') : text}
  </Text>
)
