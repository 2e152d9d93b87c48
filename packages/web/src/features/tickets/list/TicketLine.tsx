import { t } from '@parley/core/text/translate'
import type { TicketRowEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { Link } from 'react-router'
import { Moment } from '../../../ui/Moment.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { TicketBadge } from '../TicketBadge.tsx'
import styles from './TicketList.module.css'

interface TicketLineProps {
  readonly row: TicketRowEntity
  readonly viewerId: string
  /** Its links are reached with the Tab key. */
  readonly reachable: boolean
}

/** Where one ticket is worked on. */
export const ticketPath = ({ id }: Pick<TicketRowEntity, 'id'>): string =>
  `/tickets/${encodeURIComponent(id)}`

/** The cells of one ticket, in the order of the columns. */
export function TicketLine({ row, viewerId, reachable }: TicketLineProps) {
  return (
    <>
      <Grid role="gridcell" flex="shrink" narrow>
        <Text dir="auto" weight={500} cut className={styles.name} title={row.title}>
          {row.title}
        </Text>
        <Text size="meta" tone="faint" cut digits className={styles.meta}>
          {ticketLabel(row)}
        </Text>
      </Grid>
      <Grid role="gridcell" flex="shrink" narrow>
        <Text as="bdi" cut className={styles.cut} title={row.customer.name}>
          {row.customer.name}
        </Text>
        <Text size="meta" tone="faint" cut digits className={styles.meta}>
          {phoneLabel(row.customer.phone_number)}
        </Text>
      </Grid>
      <div role="gridcell">
        <TicketBadge status={row.status} />
      </div>
      <div role="gridcell">
        <Priority row={row} />
      </div>
      <Text as="div" role="gridcell" cut className={styles.cut}>
        <Assignee row={row} viewerId={viewerId} />
      </Text>
      <Text as="div" role="gridcell" tone="muted" nowrap>
        <Moment iso={row.updated_at} />
      </Text>
      <HStack role="gridcell" gap={4} align="stretch" justify="end" className={styles.actions}>
        <TicketLinks row={row} reachable={reachable} />
      </HStack>
    </>
  )
}

/** One ticket on a phone. */
export function TicketLineCard({ row, viewerId, reachable }: TicketLineProps) {
  return (
    <Grid role="gridcell" narrow className={styles.card}>
      <HStack gap={3} justify="between" className={styles.line}>
        <Text dir="auto" weight={500} cut className={styles.name}>
          {row.title}
        </Text>
        <TicketBadge status={row.status} />
      </HStack>
      <HStack gap={3} justify="between" className={styles.line}>
        <Text size="meta" tone="faint" cut digits className={styles.meta}>
          {ticketLabel(row)} · <bdi>{row.customer.name}</bdi>
        </Text>
        <Priority row={row} />
      </HStack>
      <HStack gap={3} justify="between" className={styles.line}>
        <Text size="meta" tone="faint" cut digits className={styles.meta}>
          <Assignee row={row} viewerId={viewerId} /> · <Moment iso={row.updated_at} />
        </Text>
        <HStack as="span" gap={4} align="stretch" justify="end" className={styles.actions}>
          <TicketLinks row={row} reachable={reachable} />
        </HStack>
      </HStack>
    </Grid>
  )
}

const Priority = ({ row: { priority } }: { row: TicketRowEntity }) => <Tag>{priorityLabel(priority)}</Tag>

function Assignee({ row: { agent }, viewerId }: { row: TicketRowEntity; viewerId: string }) {
  if (agent === null) return <Text tone="faint">{t('Unassigned')}</Text>
  return agent.id === viewerId ? t('You') : <bdi>{agent.name}</bdi>
}

/** To the ticket, and to its conversation. */
function TicketLinks({ row, reachable }: Pick<TicketLineProps, 'row' | 'reachable'>) {
  const tabIndex = reachable ? 0 : -1
  const name = `${ticketLabel(row)}, ${row.customer.name}`
  return (
    <>
      <Link to={ticketPath(row)} tabIndex={tabIndex} aria-label={t('View {name}', { name })}>
        {t('View')}
      </Link>
      <Link
        to={`/conversations/${row.conversation_id}`}
        tabIndex={tabIndex}
        aria-label={t('Chat {name}', { name })}
      >
        {t('Chat')}
      </Link>
    </>
  )
}
