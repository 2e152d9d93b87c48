import type { ConversationEntity } from '@parley/core/conversations/api'
import {
  assigneeLabel,
  customerNameOf,
  isNameless,
  isOfferedTo,
  isSample,
  numberBeside,
  ticketLabel,
} from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { memo } from 'react'
import { Link } from 'react-router'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Count } from '../../../ui/marks/Count.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { OfferedTo } from '../../assignments/offers/OfferedTo.tsx'
import { ActivityTime } from '../../conversation/header/ActivityTime.tsx'
import { SelectBox, type SelectBoxProps } from '../SelectBox.tsx'
import { LastMessage, lastMessageView } from './LastMessage.tsx'
import { ClosingMark, DraftMark, UnsentMark } from './marks.tsx'
import styles from './rows.module.css'

export type ConversationRowProps = {
  row: ConversationEntity
  viewerId: string
  now: Date
  selected: boolean
  /** Null: it cannot be selected. */
  onSelect: SelectBoxProps['onSelect'] | null
}

/** The cells of one conversation, in the order of the columns; drawn again only when it, the viewer or the time changes. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { row, viewerId, now, selected, onSelect } = props
  const assignee = assigneeLabel(row, viewerId)
  const unread = isSample(row) ? 0 : row.unread_count
  const name = customerNameOf(row)
  return (
    <>
      <HStack role="gridcell" gap={3}>
        {onSelect && <SelectBox id={row.id} name={name} selected={selected} onSelect={onSelect} />}
        <Avatar name={name} nameless={isNameless(row)} />
        <Grid flex="grow">
          <Text as="bdi" cut className={styles.name} title={name}>
            {name}
          </Text>
          <Text size="meta" tone="faint" cut>
            {[numberBeside(row), row.business_number].filter(part => part !== null).join(' · ')}
          </Text>
        </Grid>
        {isSample(row) && <Tag>{t('Sample')}</Tag>}
        <Count value={unread} of={t('unread messages')} />
      </HStack>
      <HStack role="gridcell" gap={2} justify="between" className={styles.last}>
        <LastMessage view={lastMessageView(row, viewerId)} unread={unread > 0} />
        <UnsentMark id={row.id} reply={row.last_reply} />
        <DraftMark id={row.id} />
        <ClosingMark row={row} viewerId={viewerId} />
      </HStack>
      <div role="gridcell" className={row.status === 'ACTIVE' ? styles.usual : undefined}>
        <StatusBadge status={row.status} />
      </div>
      <Grid role="gridcell" tone="muted">
        {row.with_bot ? (
          <span>{t('Bot')}</span>
        ) : assignee === null ? (
          <Text tone="faint" className={row.offer === null ? undefined : 'visually-hidden'}>
            {t('Unassigned')}
          </Text>
        ) : (
          <Text as="p" cut className={styles.holder} title={assignee}>
            <Text tone="faint">{t('Assigned')}</Text>
            <bdi>{assignee}</bdi>
          </Text>
        )}
        {row.offer !== null && (
          <Text
            size="meta"
            digits
            cut={assignee !== null}
            {...(isOfferedTo(row, viewerId) && ({ weight: 500, tone: 'warn' } as const))}
            title={row.offer.agent_name}
            className={styles.offered}
          >
            <OfferedTo offer={row.offer} viewerId={viewerId} />
          </Text>
        )}
      </Grid>
      <Text as="div" role="gridcell" tone={row.ticket === null ? 'faint' : 'muted'}>
        {row.ticket === null ? (
          <span className={styles.dash}>
            <span className="visually-hidden">{ticketLabel(row.ticket)}</span>
          </span>
        ) : (
          ticketLabel(row.ticket)
        )}
      </Text>
      <Text as="div" role="gridcell" tone="muted" nowrap className={styles.time}>
        <ActivityTime row={row} now={now} />
      </Text>
      <div role="gridcell" className={styles.actions}>
        {!isSample(row) && (
          <Link to={`/conversations/${row.id}`} tabIndex={-1} aria-label={t('View {row}', { row: name })}>
            {t('View')}
          </Link>
        )}
      </div>
    </>
  )
})
