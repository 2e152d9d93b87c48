import { t } from '@parley/core/text/translate'
import type { TicketEntity, TicketNoteEntity } from '@parley/core/tickets/api'
import { showsResolution } from '@parley/core/tickets/rules'
import { ticketLabel } from '@parley/core/conversations/rules'
import type { ReactNode } from 'react'
import { rich } from '../../ui/rich.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { ticketMessages } from '../../client/action-messages.ts'
import { useTicket } from '../../data/tickets/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './TicketEntry.module.css'

/** What a ticket is about. */
export const TicketDescription = ({ text }: { text: string }) => (
  <Words text={text === '' ? null : text} none={t('No description')} />
)

/** How and when a ticket was resolved; nothing while it is open. */
export function Resolution({ ticket }: { ticket: TicketEntity }) {
  if (!showsResolution(ticket) || ticket.resolved_at === null) return null
  return (
    <Part title={t('Resolution')}>
      <Words text={ticket.resolution} none={t('No resolution was written')} />
      <Text as="p" size="list" tone="muted">
        {rich('Resolved {moment}', { moment: <Moment iso={ticket.resolved_at} /> })}
      </Text>
    </Part>
  )
}

/** What agents wrote about a ticket, newest first, each entry with its author and time. */
export function NotesHistory({ notes }: { notes: readonly TicketNoteEntity[] }) {
  if (notes.length === 0) return null
  return (
    <Part title={t('Agent notes history')}>
      <Grid as="ol" gap={2}>
        {notes.toReversed().map(({ at, by, text }) => (
          <li key={`${at} ${by} ${text}`}>
            {(by !== null || at !== null) && (
              <Text as="p" size="list" tone="muted">
                {by !== null && <bdi>{by}</bdi>}
                {by !== null && at !== null && ', '}
                {at !== null && <Moment iso={at} />}
              </Text>
            )}
            <Words text={text} />
          </li>
        ))}
      </Grid>
    </Part>
  )
}

/** When a ticket was raised, changed and opened again, as `Fact`s. */
export function TicketTimes({ ticket }: { ticket: TicketEntity }) {
  const { created_at, updated_at, reopened_at } = ticket
  return (
    <>
      <Fact name={t('Created')}>
        <Moment iso={created_at} />
      </Fact>
      <Fact name={t('Last updated')}>
        <Moment iso={updated_at} />
      </Fact>
      {reopened_at !== null && (
        <Fact name={t('Reopened')}>
          <Moment iso={reopened_at} />
        </Fact>
      )}
    </>
  )
}

/** What the server has of a ticket beside what stands around this; asked for by its number when this appears. */
export function CompleteDetails({ ticket: { id, ticket_number } }: { ticket: TicketEntity }) {
  const { state, stale, ticket, retrying, retry } = useTicket(id, ticket_number)
  const isFailed = state === 'failed' || stale || (state === 'ready' && ticket === null)
  return (
    <Part title={t('Complete details')}>
      {state === 'loading' && <Spinner label={t('Loading ticket details')} />}
      {isFailed && (
        <Notice
          tone="danger"
          action={
            <Button size="small" busy={retrying} onClick={retry}>
              {t('Try again')}
            </Button>
          }
        >
          {ticketMessages.fetchTicket}
        </Notice>
      )}
      {ticket !== null && (
        <Facts>
          <Fact name={t('Number')}>{ticketLabel(ticket)}</Fact>
          <TicketTimes ticket={ticket} />
          {!showsResolution(ticket) && ticket.resolution !== null && (
            <Fact name={t('Earlier resolution')}>{ticket.resolution}</Fact>
          )}
          <Fact name={t('Agent notes')}>{ticket.notes.length}</Fact>
        </Facts>
      )}
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Grid as="section" aria-label={title} gap={1.5}>
    <Text as="h5" size="meta" weight={600} tone="muted">
      {title}
    </Text>
    {children}
  </Grid>
)

/** Words as somebody wrote them; null: there are none. */
const Words = ({ text, none }: { text: string | null; none?: string }) => (
  <Text as="p" dir="auto" size="list" tone={text === null ? 'muted' : 'text'} breaks className={styles.text}>
    {text ?? none}
  </Text>
)
