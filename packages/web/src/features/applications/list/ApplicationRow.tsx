import type { ApplicationRowEntity } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import { formWord } from '@parley/core/applications/form'
import { phoneLabel } from '@parley/core/customers/rules'
import { Link } from 'react-router'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { ApplicationBadge } from '../ApplicationBadge.tsx'
import { dateLabel, local } from '../dates.ts'
import { applicationPath } from '../list-filter.ts'
import styles from './ApplicationRow.module.css'

interface ApplicationRowProps {
  readonly row: ApplicationRowEntity
  /** Its links are reached with the Tab key. */
  readonly reachable: boolean
}

/** The cells of one application, in the order of the columns. */
export function ApplicationRow({ row, reachable }: ApplicationRowProps) {
  const { customer } = row
  return (
    <>
      <div role="gridcell" className={styles.customer}>
        <Avatar name={customer.name} />
        <div className={styles.lines}>
          <bdi className={styles.name} title={customer.name}>
            {customer.name}
          </bdi>
          <span className={styles.meta}>{phoneOf(row)}</span>
        </div>
      </div>
      <div role="gridcell" className={styles.lines}>
        <span className={styles.cut}>{formOf(row).first}</span>
        <span className={styles.meta}>{formOf(row).second}</span>
      </div>
      <div role="gridcell">
        <ApplicationBadge status={row.status} />
      </div>
      <div role="gridcell" className={styles.date}>
        <SubmissionDate row={row} />
      </div>
      <div role="gridcell" className={styles.actions}>
        <RowLinks row={row} reachable={reachable} />
      </div>
    </>
  )
}

/** One application on a phone. */
export function ApplicationCard({ row, reachable }: ApplicationRowProps) {
  const { first, second } = formOf(row)
  return (
    <div role="gridcell" className={styles.card}>
      <div className={styles.line}>
        <bdi className={styles.name}>{row.customer.name}</bdi>
        <ApplicationBadge status={row.status} />
      </div>
      <div className={styles.line}>
        <span className={styles.meta}>{phoneOf(row)}</span>
        <span className={styles.date}>
          <SubmissionDate row={row} />
        </span>
      </div>
      <div className={styles.line}>
        <span className={styles.meta}>
          {first} · {second}
        </span>
        <span className={styles.actions}>
          <RowLinks row={row} reachable={reachable} />
        </span>
      </div>
    </div>
  )
}

const phoneOf = ({ customer }: ApplicationRowEntity): string =>
  customer.phone_number === null ? 'Unknown' : phoneLabel(customer.phone_number)

/** What stands under Form Type, or under Policy Type for LIB Flex. */
function formOf(row: ApplicationRowEntity): { readonly first: string; readonly second: string } {
  if (row.kind === 'ipp') return { first: row.form_name, second: row.form_type }
  return { first: row.policy_type === null ? '–' : formWord(row.policy_type), second: row.form_name }
}

function SubmissionDate({ row }: { row: ApplicationRowEntity }) {
  if (row.submission_date === null) return <span className={styles.meta}>Not submitted</span>
  const at = new Date(row.submission_date)
  return (
    <time dateTime={row.submission_date} title={local.full(at)}>
      {dateLabel(at)}
    </time>
  )
}

/** To the application, and to the conversation that it came through. */
function RowLinks({ row, reachable }: ApplicationRowProps) {
  const tabIndex = reachable ? 0 : -1
  const name = `${row.customer.name}, ${applicationNumber(row)}`
  return (
    <>
      <Link to={applicationPath(row)} tabIndex={tabIndex} aria-label={`View ${name}`}>
        View
      </Link>
      {row.conversation_id === null ? (
        <span className={styles.off} title="There is no conversation behind this application">
          Chat
        </span>
      ) : (
        <Link to={`/conversations/${row.conversation_id}`} tabIndex={tabIndex} aria-label={`Chat ${name}`}>
          Chat
        </Link>
      )}
    </>
  )
}
