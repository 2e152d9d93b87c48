import type { ApplicationEntity } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { ChevronLeft, MessageSquare, PenLine } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { ApplicationBadge } from '../ApplicationBadge.tsx'
import { dateTimeLabel, local } from '../dates.ts'
import { applicationsPath, listTitles } from '../list-filter.ts'
import styles from './ApplicationHeader.module.css'

interface ApplicationHeaderProps {
  readonly application: ApplicationEntity
  readonly onUpdateStatus: () => void
}

/** Which form, from whom and since when; how it stands; and the ways to the conversation and to another status. */
export function ApplicationHeader({ application, onUpdateStatus }: ApplicationHeaderProps) {
  const { kind, customer, submission_date: submitted, conversation_id: conversationId } = application
  const begunBy = application.status_history[0]?.changed_by ?? null
  return (
    <header className={styles.header}>
      <Link to={applicationsPath[kind]} aria-label={`Back to ${listTitles[kind]}`} className={styles.back}>
        <ChevronLeft size={18} strokeWidth={1.8} aria-hidden="true" />
      </Link>
      <div className={styles.words}>
        <div className={styles.first}>
          <h2 className={styles.name}>{application.form_name}</h2>
          <span role="status" aria-label="Status">
            <ApplicationBadge status={application.status} />
          </span>
        </div>
        <p className={styles.facts}>
          <span>{applicationNumber(application)}</span>
          <span>
            {submitted === null ? 'begun by ' : 'submitted by '}
            {submitted === null && begunBy !== null && (
              <>
                <bdi>{begunBy.name}</bdi> for{' '}
              </>
            )}
            <bdi>{customer.name}</bdi>
            {submitted === null ? ', not submitted' : ' on '}
            {submitted !== null && (
              <time dateTime={submitted} title={local.full(new Date(submitted))}>
                {dateTimeLabel(new Date(submitted))}
              </time>
            )}
          </span>
          <span>{customer.phone_number === null ? 'Phone unknown' : phoneLabel(customer.phone_number)}</span>
        </p>
      </div>
      <div className={styles.ways}>
        {conversationId !== null && (
          <Link to={`/conversations/${conversationId}`} className={styles.way}>
            <MessageSquare size={15} strokeWidth={1.8} aria-hidden="true" />
            View Conversation
          </Link>
        )}
        <Button
          variant="primary"
          icon={<PenLine size={15} strokeWidth={1.8} aria-hidden="true" />}
          onClick={onUpdateStatus}
        >
          Update Status
        </Button>
      </div>
    </header>
  )
}
