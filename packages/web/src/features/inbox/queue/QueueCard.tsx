import type { ConversationEntity } from '@parley/core/conversations/api'
import { waitLabel, waitWeight } from '@parley/core/conversations/queue'
import { assigneeLabel, customerNameOf, isNameless } from '@parley/core/conversations/rules'
import { reachProblem } from '@parley/core/conversations/window'
import type { WaitMarks } from '@parley/core/settings/constants'
import { calendar, momentLabel } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { priorityLabel } from '@parley/core/tickets/rules'
import { memo } from 'react'
import { Box, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Badge } from '../../../ui/marks/Badge.tsx'
import { Count } from '../../../ui/marks/Count.tsx'
import { ActivityTime } from '../../conversation/header/ActivityTime.tsx'
import { LastMessage, lastMessageView } from '../rows/LastMessage.tsx'
import { ClosingMark, DraftMark, OfferMark, UnsentMark } from '../rows/marks.tsx'
import rows from '../rows/rows.module.css'
import styles from './Queue.module.css'

const local = calendar()

interface QueueCardProps {
  readonly row: ConversationEntity
  readonly viewerId: string
  readonly now: Date
  readonly marks: WaitMarks
  /** Whether it names its owner, where conversations of several are listed. */
  readonly hasOwner: boolean
}

/** One conversation of the queue in two lines: who, how long they wait, their last words, what is unread and what closes. */
export const QueueCard = memo(function QueueCard({ row, viewerId, now, marks, hasOwner }: QueueCardProps) {
  const { snoozed } = row
  const when = snoozed?.until ?? row.waiting_since
  const name = customerNameOf(row)
  return (
    <HStack role="gridcell" gap={2.5} className={rows.card}>
      <Avatar name={name} nameless={isNameless(row)} />
      <Box flex="grow">
        <HStack gap={2} className={rows.line}>
          <Text as="bdi" flex="grow" size="list" weight={500} cut className={rows.name} title={name}>
            {name}
          </Text>
          {when === null ? (
            <Text flex="none" size="meta" tone="muted" digits>
              <ActivityTime row={row} now={now} />
            </Text>
          ) : (
            <Text
              as="time"
              dateTime={when}
              flex="none"
              size="meta"
              tone="muted"
              digits
              className={styles.wait}
              data-wait={snoozed === null ? waitWeight(when, now, marks) : undefined}
              title={snoozed?.reason ?? undefined}
            >
              <span className="visually-hidden">{snoozed === null ? t('waits') : t('back')} </span>
              {snoozed === null ? waitLabel(when, now) : momentLabel(local, new Date(when), now)}
            </Text>
          )}
        </HStack>
        <HStack gap={2} className={rows.line}>
          <Box flex="grow">
            <LastMessage view={lastMessageView(row, viewerId)} unread={row.unread_count > 0} />
          </Box>
          {hasOwner && (
            <Text flex="none" size="meta" tone="muted" cut className={styles.owner}>
              {assigneeLabel(row, viewerId) ?? t('Unassigned')}
            </Text>
          )}
          <UnsentMark id={row.id} reply={row.last_reply} />
          <UnreachableMark reach={row.reach} />
          <AcknowledgementMark acknowledgement={row.acknowledgement} />
          <DraftMark id={row.id} />
          <ClosingMark row={row} viewerId={viewerId} />
          <OfferMark offer={row.offer} viewerId={viewerId} />
          <PriorityMark priority={row.ticket_priority} />
          <Count value={row.unread_count} of={t('unread messages')} />
        </HStack>
      </Box>
    </HStack>
  )
})

/** That the priority of its ticket puts a conversation before others; nothing where it does not. */
function PriorityMark({ priority }: { readonly priority: ConversationEntity['ticket_priority'] }) {
  if (priority !== 'URGENT' && priority !== 'HIGH') return null
  return (
    <span title={t('Higher in the inbox because of the priority of its ticket')}>
      <Badge tone={priority === 'URGENT' ? 'danger' : 'warn'}>{priorityLabel(priority)}</Badge>
    </span>
  )
}

/** That the customer may expect no answer, which puts a conversation behind the questions. */
function AcknowledgementMark({ acknowledgement }: Pick<ConversationEntity, 'acknowledgement'>) {
  if (acknowledgement === null) return null
  const percent = Math.round(acknowledgement.confidence * 100)
  return (
    <Text
      flex="none"
      size="meta"
      weight={500}
      tone="muted"
      nowrap
      title={t('Behind the questions, because the customer only thanks or agrees ({percent}%)', { percent })}
    >
      {t('Only thanks')}
    </Text>
  )
}

/** That nothing reaches the customer, which puts a conversation behind the others. */
function UnreachableMark({ reach }: Pick<ConversationEntity, 'reach'>) {
  const why = reach?.unreachable ?? null
  if (why === null) return null
  return (
    <Text
      flex="none"
      size="meta"
      weight={500}
      tone="danger"
      nowrap
      title={reachProblem({ is: 'unreachable', why })?.sentence}
    >
      {t('Cannot be contacted')}
    </Text>
  )
}
