import { t } from '@parley/core/text/translate'
import { ticketLabel } from '@parley/core/conversations/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { TicketCheck } from 'lucide-react'
import { Suspense } from 'react'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import styles from './TicketSummary.module.css'
import { ticketStatusMenu } from './ticket-status-menu.ts'
import type { TicketWork } from './use-ticket-work.ts'

interface TicketSummaryProps {
  readonly work: TicketWork
  /** Whether the status is changed here. */
  readonly withStatus: boolean
}

/** In the customer's panel: the ticket that stands for the conversation, and the ways into it. */
export function TicketSummary({ work, withStatus }: TicketSummaryProps) {
  const { conversation, view, summary, off, open } = work
  if (off !== null) return null
  if (summary === null) {
    const isExpected = view.state === 'loading' && conversation.ticket !== null
    return isExpected ? <Waiting /> : null
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
            <ticketStatusMenu.Part work={work} ticket={summary} isNamed />
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
          <Text
            as="button"
            type="button"
            size="meta"
            tone="accent"
            className={styles.way}
            onClick={() => open(id)}
          >
            {t('View Details')}
          </Text>
          <Text
            as="button"
            type="button"
            size="meta"
            tone="accent"
            className={styles.way}
            onClick={() => open(id)}
          >
            {t('Manage Ticket Details')}
          </Text>
        </HStack>
      </HStack>
    </Grid>
  )
}

function Waiting() {
  return (
    <Grid as="section" aria-label={t('Ticket')} aria-busy="true" gap={1} size="list" narrow>
      <Skeleton width={120} height={20} />
      <Skeleton width="80%" height={20} />
      <Skeleton width="100%" height={16} />
    </Grid>
  )
}
