import type { TicketRowEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { Link } from 'react-router'
import { Moment } from '../../../ui/Moment.tsx'
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
      <div role="gridcell" className={styles.lines}>
        <span dir="auto" className={styles.name} title={row.title}>
          {row.title}
        </span>
        <span className={styles.meta}>{ticketLabel(row)}</span>
      </div>
      <div role="gridcell" className={styles.lines}>
        <bdi className={styles.cut} title={row.customer.name}>
          {row.customer.name}
        </bdi>
        <span className={styles.meta}>{phoneLabel(row.customer.phone_number)}</span>
      </div>
      <div role="gridcell">
        <TicketBadge status={row.status} />
      </div>
      <div role="gridcell">
        <Priority row={row} />
      </div>
      <div role="gridcell" className={styles.cut}>
        <Assignee row={row} viewerId={viewerId} />
      </div>
      <div role="gridcell" className={styles.date}>
        <Moment iso={row.updated_at} />
      </div>
      <div role="gridcell" className={styles.actions}>
        <TicketLinks row={row} reachable={reachable} />
      </div>
    </>
  )
}

/** One ticket on a phone. */
export function TicketLineCard({ row, viewerId, reachable }: TicketLineProps) {
  return (
    <div role="gridcell" className={styles.card}>
      <div className={styles.line}>
        <span dir="auto" className={styles.name}>
          {row.title}
        </span>
        <TicketBadge status={row.status} />
      </div>
      <div className={styles.line}>
        <span className={styles.meta}>
          {ticketLabel(row)} · <bdi>{row.customer.name}</bdi>
        </span>
        <Priority row={row} />
      </div>
      <div className={styles.line}>
        <span className={styles.meta}>
          <Assignee row={row} viewerId={viewerId} /> · <Moment iso={row.updated_at} />
        </span>
        <span className={styles.actions}>
          <TicketLinks row={row} reachable={reachable} />
        </span>
      </div>
    </div>
  )
}

const Priority = ({ row: { priority } }: { row: TicketRowEntity }) => <Tag>{priorityLabel(priority)}</Tag>

function Assignee({ row: { agent }, viewerId }: { row: TicketRowEntity; viewerId: string }) {
  if (agent === null) return <span className={styles.nobody}>Nobody</span>
  return agent.id === viewerId ? 'You' : <bdi>{agent.name}</bdi>
}

/** To the ticket, and to its conversation. */
function TicketLinks({ row, reachable }: Pick<TicketLineProps, 'row' | 'reachable'>) {
  const tabIndex = reachable ? 0 : -1
  const name = `${ticketLabel(row)}, ${row.customer.name}`
  return (
    <>
      <Link to={ticketPath(row)} tabIndex={tabIndex} aria-label={`View ${name}`}>
        View
      </Link>
      <Link to={`/conversations/${row.conversation_id}`} tabIndex={tabIndex} aria-label={`Chat ${name}`}>
        Chat
      </Link>
    </>
  )
}
