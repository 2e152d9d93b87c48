import { t } from '@parley/core/text/translate'
import { ticketLabel } from '@parley/core/conversations/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { TicketCheck } from 'lucide-react'
import { Suspense } from 'react'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { useCommand } from '../../commands/live.ts'
import styles from './ConversationTickets.module.css'
import { TicketBadge } from './TicketBadge.tsx'
import type { TicketWork } from './use-ticket-work.ts'

const ticketWindow = lazyWithRetry(async () => (await import('./TicketWindow.tsx')).TicketWindow)
const statusMenu = lazyWithRetry(async () => (await import('./TicketStatusMenu.tsx')).TicketStatusMenu)

interface TicketActionsProps {
  readonly work: TicketWork
  /** Whether the status is changed here. */
  readonly withStatus: boolean
  /** There is no room for the words of the way to the tickets. */
  readonly asIcon: boolean
}

/** In the conversation's header: the ticket's status, and the way to the tickets. */
export function TicketActions({ work, withStatus, asIcon }: TicketActionsProps) {
  usePreloaded(statusMenu)
  const { summary, off } = work
  const { label, reason, openTicket } = ticketDoor(work)
  return (
    <HStack gap={2} flex="none">
      {withStatus && summary !== null && off === null && (
        <HStack as="span" className={styles.status}>
          <Suspense fallback={<TicketBadge status={summary.status} ticket={summary} />}>
            <statusMenu.Part work={work} ticket={summary} />
          </Suspense>
        </HStack>
      )}
      <Button
        disabled={reason !== null}
        title={reason ?? `${label} (${keysLabel('conversation.ticket')})`}
        aria-keyshortcuts={ariaKeys('conversation.ticket')}
        icon={<TicketCheck size={16} strokeWidth={1.7} aria-hidden="true" />}
        onClick={openTicket}
      >
        <span className={asIcon ? 'visually-hidden' : undefined}>{label}</span>
      </Button>
    </HStack>
  )
}

/** In the customer's panel: the ticket that stands for the conversation, and the ways into it. */
export function TicketSummary({ work, withStatus }: Omit<TicketActionsProps, 'asIcon'>) {
  const { conversation, view, summary, off, open } = work
  if (off !== null) return null
  if (summary === null) {
    if (view.state !== 'loading' || conversation.ticket === null) return null
    return (
      <Grid as="section" aria-label={t('Ticket')} aria-busy="true" gap={1} size="list" narrow>
        <Skeleton width={120} height={20} />
        <Skeleton width="80%" height={20} />
        <Skeleton width="100%" height={16} />
      </Grid>
    )
  }
  const { id, title, description, status, priority } = summary
  return (
    <Grid as="section" aria-label={t('Ticket')} gap={1} size="list" narrow>
      <HStack gap={2} className={styles.first}>
        <TicketCheck size={16} strokeWidth={1.7} aria-hidden="true" />
        <Text as="h3" flex="grow" size="list" weight={500} digits>
          {ticketLabel(summary)}
        </Text>
        {withStatus ? (
          <Suspense fallback={<TicketBadge status={status} />}>
            <statusMenu.Part work={work} ticket={summary} isNamed />
          </Suspense>
        ) : (
          <TicketBadge status={status} />
        )}
      </HStack>
      <Text as="p" dir="auto" weight={500} breaks>
        {title}
      </Text>
      <Text as="p" dir="auto" size="meta" tone="muted" breaks className={styles.description}>
        {description}
      </Text>
      <HStack wrap className={styles.last}>
        <Tag>{priorityLabel(priority)}</Tag>
        <HStack as="span" gap={2} align="stretch" className={styles.ways}>
          {[t('View Details'), t('Manage Ticket Details')].map(words => (
            <Text
              key={words}
              as="button"
              type="button"
              size="meta"
              tone="accent"
              className={styles.way}
              onClick={() => open(id)}
            >
              {words}
            </Text>
          ))}
        </HStack>
      </HStack>
    </Grid>
  )
}

/** Leads to the conversation's ticket, or to a new one where it has none. `reason`: why it is shut; null: it is open. */
function ticketDoor({ conversation, view, summary, off, open, openNew }: TicketWork) {
  const isThere = conversation.ticket !== null || view.tickets.length > 0
  return {
    label: isThere ? t('Manage Ticket') : t('Create Ticket'),
    reason: off ?? (isThere ? null : reasonAgainst(view.state)),
    openTicket: isThere ? () => open(summary?.id ?? conversation.ticket?.id ?? null) : openNew,
  }
}

/** Offers the way to the tickets to keys and palette, whether or not its button has room on the screen; null: there is none. */
export function useTicketCommand(work: TicketWork | null): void {
  const door = work && ticketDoor(work)
  useCommand('conversation.ticket', door?.reason === null ? door.openTicket : null)
}

const reasonAgainst = (state: TicketWork['view']['state']): string | null =>
  state === 'ready'
    ? null
    : state === 'failed'
      ? t('Tickets could not be loaded. You can create a ticket when they are loaded')
      : t('Tickets are loading')

/** The window of tickets; its code comes with the first opening. */
export function TicketDialog({ work }: { work: TicketWork }) {
  usePreloaded(ticketWindow)
  if (work.window.opened === 0) return null
  return (
    <Suspense fallback={null}>
      <ticketWindow.Part work={work} />
    </Suspense>
  )
}
