import { t } from '@parley/core/text/translate'
import { calendar } from '@parley/core/text/format'
import { SearchX, TicketCheck } from 'lucide-react'
import type { TicketFilter } from '@parley/core/tickets/rules'
import { ticketMessages } from '../../../client/action-messages.ts'
import type { TicketListView } from '../../../data/tickets/queries.ts'
import { asOf, useFreshness } from '../../../sync/freshness.ts'
import { Button } from '../../../ui/Button.tsx'
import { Box, HStack, VStack } from '../../../ui/layout/Layout.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { StaleOverlay } from '../../../ui/states/OldList.tsx'
import { RetryState } from '../../../ui/states/RetryState.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { TicketGrid } from './TicketGrid.tsx'
import styles from './TicketList.module.css'

const local = calendar()

interface TicketListProps {
  readonly filter: TicketFilter
  readonly list: TicketListView
  readonly viewerId: string
  /** Asks for everybody's tickets. */
  readonly onEverybody: () => void
}

/** The list in each of its states: loading, rows, empty, failed with or without rows to keep. */
export function TicketList(props: TicketListProps) {
  const { rows, stale, isPrevious, fetchedAt, retrying, retry } = props.list
  const freshness = useFreshness()
  const { cut } = freshness
  return (
    <VStack full flex="fill" className={styles.list}>
      {/* Without a connection the top bar says so, once; the rows say of when they are. */}
      {stale && !cut && (
        <Box rule="bottom" className={styles.banner}>
          <Notice
            tone="danger"
            action={
              <Button size="small" busy={retrying} onClick={retry}>
                {t('Try again')}
              </Button>
            }
          >
            {t('{fetchTickets}. Showing the list as of {time}', {
              fetchTickets: ticketMessages.fetchTickets,
              time: local.clock(new Date(fetchedAt)),
            })}
          </Notice>
        </Box>
      )}
      <Box flex="fill">
        <StaleOverlay
          old={rows.length > 0 && (isPrevious || cut || stale)}
          asOf={cut ? local.clock(new Date(asOf(freshness, fetchedAt))) : null}
        >
          <Rows {...props} />
        </StaleOverlay>
      </Box>
    </VStack>
  )
}

function Rows({ filter, list, viewerId, onEverybody }: TicketListProps) {
  const { state, rows, retrying, retry } = list
  if (state === 'failed') {
    return (
      <RetryState
        title={ticketMessages.fetchTickets}
        hint={t('The server cannot be reached. Parley tries again every 10 seconds.')}
        busy={retrying}
        onRetry={retry}
      />
    )
  }
  if (state === 'off' || state === 'loading') {
    return (
      <HStack gap={2.5} justify="center" size="list" tone="muted" className={styles.loading} role="status">
        <Spinner />
        {t('Loading tickets...')}
      </HStack>
    )
  }
  if (rows.length > 0) {
    return <TicketGrid key={JSON.stringify(filter)} filter={filter} list={list} viewerId={viewerId} />
  }
  const { status, priority, assigneeId, search } = filter
  if (status === 'OPEN' && assigneeId === viewerId && priority === undefined && search === undefined) {
    return (
      <EmptyState
        icon={<TicketCheck size={20} strokeWidth={1.7} aria-hidden="true" />}
        title={t('You have no open tickets')}
        hint={t('A ticket belongs to the owner of its conversation.')}
        action={<Button onClick={onEverybody}>{t('Show all tickets')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={<SearchX size={20} strokeWidth={1.7} aria-hidden="true" />}
      title={t('No tickets found')}
      hint={t('Try changing your search or filter criteria.')}
    />
  )
}
