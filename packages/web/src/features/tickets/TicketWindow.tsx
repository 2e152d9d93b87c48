import { t } from '@parley/core/text/translate'
import { customerNameOf, ticketLabel } from '@parley/core/conversations/rules'
import type { TicketEntity } from '@parley/core/tickets/api'
import { priorityLabel } from '@parley/core/tickets/rules'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Box, Center, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { showToast } from '../../ui/states/toasts.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { isUnsaved } from './edit/ticket-draft.ts'
import type { TicketWork } from './use-ticket-work.ts'
import { CreateTicketForm } from './edit/CreateTicketForm.tsx'
import styles from './TicketEntry.module.css'
import { TicketsNotice } from './TicketsNotice.tsx'
import { useShownFor, useTicketEdit } from './edit/use-ticket-edit.ts'
import { TicketBadge } from './TicketBadge.tsx'
import { CompleteDetails, NotesHistory, Resolution, TicketDescription } from './TicketDetails.tsx'
import { TicketFields, TicketForm, TicketOutcome } from './edit/TicketForm.tsx'

/** The ticket manager over the conversation. What is begun and not saved is asked about before it closes. */
export function TicketWindow({ work }: { work: TicketWork }) {
  const { conversation, window, drafts, discard, close } = work
  const titleField = useRef<HTMLInputElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const isToWork = drafts.creating === null
  const [asking, setAsking] = useState(false)
  const leave = () => {
    setAsking(false)
    discard()
    close()
  }
  return (
    <Modal
      open={window.isOpen}
      onClose={() => (isUnsaved(drafts) ? setAsking(true) : leave())}
      title={t('Support Tickets - {conversation}', { conversation: customerNameOf(conversation) })}
      size="lg"
      initialFocus={isToWork ? noteField : titleField}
    >
      <TicketManager key={window.opened} work={work} titleField={titleField} noteField={noteField} />
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Discard what you wrote?')}
        size="sm"
        footer={
          <>
            <Button variant="danger" onClick={leave}>
              {t('Discard')}
            </Button>
            <Button variant="primary" onClick={() => setAsking(false)}>
              {t('Keep writing')}
            </Button>
          </>
        }
      >
        <p>{t('Notes or a form in this window are not saved. Closing it now loses them.')}</p>
      </Modal>
    </Modal>
  )
}

interface TicketManagerProps {
  readonly work: TicketWork
  /** The first field of a new ticket: whoever opens the window with it gives it the focus. */
  readonly titleField: RefObject<HTMLInputElement | null>
  /** The note of the ticket that it opens with: whoever opens it to work on that gives it the focus. */
  readonly noteField: RefObject<HTMLTextAreaElement | null>
}

/** All tickets of a conversation: raise one, unfold one, work on it. */
function TicketManager({ work, titleField, noteField }: TicketManagerProps) {
  const { view, drafts, window } = work
  const { ticketId } = window
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set(ticketId === null ? [] : [ticketId]))
  const [said, say] = useShownFor()
  const newButton = useRef<HTMLButtonElement>(null)
  const isCreating = drafts.creating !== null
  const wasCreating = useRef(isCreating)
  useEffect(() => {
    if (isCreating === wasCreating.current) return
    wasCreating.current = isCreating
    const next = isCreating ? titleField : newButton
    next.current?.focus()
  }, [isCreating, titleField])
  const toggle = (id: string) =>
    setUnfolded(now => (now.has(id) ? new Set([...now].filter(one => one !== id)) : new Set([...now, id])))
  const onCreated = (ticket: TicketEntity) => {
    const words = t('{ticket} created', { ticket: ticketLabel(ticket) })
    if (window.isForNew) {
      // A second press may be answered too.
      showToast({ title: words, key: `ticket ${ticket.id}` })
      return work.close()
    }
    setUnfolded(now => new Set([...now, ticket.id]))
    say(words)
  }
  return (
    <Grid gap={3} narrow>
      <HStack gap={3}>
        <h3 className="visually-hidden">{t('Support Tickets')}</h3>
        <Text as="p" role="status" flex="grow" size="list" weight={500} tone="ok">
          {said}
        </Text>
        <Button
          ref={newButton}
          icon={<Plus size={15} strokeWidth={1.8} aria-hidden="true" />}
          disabled={view.state !== 'ready' || isCreating}
          onClick={() => work.begin()}
        >
          {t('New Ticket')}
        </Button>
      </HStack>
      <TicketsNotice view={view} />
      {drafts.creating !== null && (
        <CreateTicketForm work={work} draft={drafts.creating} titleField={titleField} onCreated={onCreated} />
      )}
      {view.state === 'loading' && (
        <Center className={styles.loading}>
          <Spinner label={t('Loading tickets')} />
        </Center>
      )}
      {view.state === 'ready' && view.tickets.length === 0 && !isCreating && (
        <EmptyState title={t('No tickets found')} hint={t('Create a new ticket to get started')} />
      )}
      <ul className={styles.list}>
        {view.tickets.map(ticket => (
          <TicketEntry
            key={ticket.id}
            work={work}
            ticket={ticket}
            noteField={ticket.id === ticketId ? noteField : undefined}
            isOpen={unfolded.has(ticket.id)}
            onToggle={() => toggle(ticket.id)}
          />
        ))}
      </ul>
    </Grid>
  )
}

interface TicketEntryProps {
  readonly work: TicketWork
  readonly ticket: TicketEntity
  readonly noteField: RefObject<HTMLTextAreaElement | null> | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** A line of the ticket list; it unfolds. */
function TicketEntry({ work, ticket, noteField, isOpen, onToggle }: TicketEntryProps) {
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
