import { t } from '@parley/core/text/translate'
import { customerNameOf, ticketLabel } from '@parley/core/conversations/rules'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { isUnsaved } from './edit/ticket-draft.ts'
import type { TicketWork } from './use-ticket-work.ts'
import type { TicketEntity } from '@parley/core/tickets/api'
import { Plus } from 'lucide-react'
import { Center, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { showToast } from '../../ui/states/toasts.ts'
import { CreateTicketForm } from './edit/CreateTicketForm.tsx'
import { TicketEntry } from './TicketEntry.tsx'
import styles from './TicketEntry.module.css'
import { TicketsNotice } from './TicketsNotice.tsx'
import { useShownFor } from './edit/use-ticket-edit.ts'

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
