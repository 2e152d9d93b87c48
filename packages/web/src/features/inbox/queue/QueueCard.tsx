import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf, isNameless, isOfferedTo } from '@parley/core/conversations/rules'
import { calendar, momentLabel } from '@parley/core/text/format'
import { waitLabel, waitWeight } from '@parley/core/conversations/queue'
import type { WaitMarks } from '@parley/core/settings/constants'
import { memo } from 'react'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Badge } from '../../../ui/marks/Badge.tsx'
import { Count } from '../../../ui/marks/Count.tsx'
import { ActivityTime } from '../../conversation/header/ActivityTime.tsx'
import { ClosingMark } from '../rows/ClosingMark.tsx'
import { DraftMark } from '../rows/DraftMark.tsx'
import { LastMessage } from '../rows/LastMessage.tsx'
import { lastMessageView } from '../rows/last-message.ts'
import { PriorityMark } from '../rows/PriorityMark.tsx'
import styles from './QueueCard.module.css'
import { UnsentMark } from '../rows/UnsentMark.tsx'

const local = calendar()

interface QueueCardProps {
  readonly row: ConversationEntity
  readonly viewerId: string
  readonly now: Date
  readonly marks: WaitMarks
}

/** One conversation of the queue in two lines: who, how long they wait, their last words, what is unread and what closes. */
export const QueueCard = memo(function QueueCard({ row, viewerId, now, marks }: QueueCardProps) {
  const { waiting_since: since, snoozed } = row
  return (
    <div role="gridcell" className={styles.card}>
      <Avatar name={customerNameOf(row)} nameless={isNameless(row)} />
      <div className={styles.lines}>
        <div className={styles.line}>
          <bdi className={styles.name} title={customerNameOf(row)}>
            {customerNameOf(row)}
          </bdi>
          {snoozed !== null ? (
            <time dateTime={snoozed.until} className={styles.time} title={snoozed.reason ?? undefined}>
              <span className="visually-hidden">back </span>
              {momentLabel(local, new Date(snoozed.until), now)}
            </time>
          ) : since === null ? (
            <span className={styles.time}>
              <ActivityTime row={row} now={now} />
            </span>
          ) : (
            <time dateTime={since} className={styles.wait} data-wait={waitWeight(since, now, marks)}>
              <span className="visually-hidden">waits </span>
              {waitLabel(since, now)}
            </time>
          )}
        </div>
        <div className={styles.line}>
          <div className={styles.last}>
            <LastMessage view={lastMessageView(row, viewerId)} unread={row.unread_count > 0} />
          </div>
          <UnsentMark id={row.id} reply={row.last_reply} />
          <DraftMark id={row.id} />
          <ClosingMark row={row} viewerId={viewerId} />
          {isOfferedTo(row, viewerId) && <Badge tone="warn">Offered to you</Badge>}
          <PriorityMark priority={row.ticket_priority} />
          <Count value={row.unread_count} of="unread messages" />
        </div>
      </div>
    </div>
  )
})
