import {
  customerNameOf,
  isNameless,
  isOfferedTo,
  isSample,
  numberBeside,
} from '@parley/core/conversations/rules'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Badge } from '../../../ui/marks/Badge.tsx'
import { Count } from '../../../ui/marks/Count.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { ActivityTime } from '../../conversation/header/ActivityTime.tsx'
import { ClosingMark } from './ClosingMark.tsx'
import styles from './ConversationCard.module.css'
import type { ConversationRowProps } from './ConversationRow.tsx'
import { DraftMark } from './DraftMark.tsx'
import { LastMessage } from './LastMessage.tsx'
import { lastMessageView } from './last-message.ts'
import { SelectBox } from '../SelectBox.tsx'
import { UnsentMark } from './UnsentMark.tsx'

/** One conversation on a phone: two lines; the status only where it is not the usual one. */
export function ConversationCard(props: ConversationRowProps) {
  const { row, viewerId, now, selected, onSelect } = props
  const unread = isSample(row) ? 0 : row.unread_count
  return (
    <div role="gridcell" className={styles.card}>
      {onSelect && (
        <SelectBox id={row.id} name={customerNameOf(row)} selected={selected} onSelect={onSelect} />
      )}
      <Avatar name={customerNameOf(row)} nameless={isNameless(row)} />
      <div className={styles.lines}>
        <div className={styles.line}>
          <bdi className={styles.name}>{customerNameOf(row)}</bdi>
          <span className={styles.phone}>{row.business_number ?? numberBeside(row)}</span>
          {isSample(row) && <Tag>Sample</Tag>}
          <span className={styles.time}>
            <ActivityTime row={row} now={now} />
          </span>
        </div>
        <div className={styles.line}>
          <div className={styles.last}>
            <LastMessage view={lastMessageView(row, viewerId)} unread={unread > 0} />
          </div>
          <UnsentMark id={row.id} reply={row.last_reply} />
          <DraftMark id={row.id} />
          <ClosingMark row={row} viewerId={viewerId} />
          {isOfferedTo(row, viewerId) && <Badge tone="warn">Offered to you</Badge>}
          {row.status !== 'ACTIVE' && <StatusBadge status={row.status} />}
          <Count value={unread} of="unread messages" />
        </div>
      </div>
    </div>
  )
}
