import { customerNameOf, isNameless, isSample, numberBeside } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { Box, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Count } from '../../../ui/marks/Count.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { ActivityTime } from '../../conversation/header/ActivityTime.tsx'
import { SelectBox } from '../SelectBox.tsx'
import type { ConversationRowProps } from './ConversationRow.tsx'
import { LastMessage, lastMessageView } from './LastMessage.tsx'
import { ClosingMark, DraftMark, OfferMark, UnsentMark } from './marks.tsx'
import styles from './rows.module.css'

/** One conversation on a phone: two lines; the status only where it is not the usual one. */
export function ConversationCard(props: ConversationRowProps) {
  const { row, viewerId, now, selected, onSelect } = props
  const unread = isSample(row) ? 0 : row.unread_count
  const name = customerNameOf(row)
  return (
    <HStack role="gridcell" gap={3} className={styles.card}>
      {onSelect && <SelectBox id={row.id} name={name} selected={selected} onSelect={onSelect} />}
      <Avatar name={name} nameless={isNameless(row)} />
      <Box flex="grow">
        <HStack gap={2} className={styles.line}>
          <Text as="bdi" flex="grow" size="body" weight={500} cut className={styles.name}>
            {name}
          </Text>
          <Text flex="none" size="meta" tone="faint">
            {row.business_number ?? numberBeside(row)}
          </Text>
          {isSample(row) && <Tag>{t('Sample')}</Tag>}
          <Text flex="none" size="meta" tone="faint">
            <ActivityTime row={row} now={now} />
          </Text>
        </HStack>
        <HStack gap={2} className={styles.line}>
          <Box flex="grow">
            <LastMessage view={lastMessageView(row, viewerId)} unread={unread > 0} />
          </Box>
          <UnsentMark id={row.id} reply={row.last_reply} />
          <DraftMark id={row.id} />
          <ClosingMark row={row} viewerId={viewerId} />
          <OfferMark offer={row.offer} viewerId={viewerId} />
          {row.status !== 'ACTIVE' && <StatusBadge status={row.status} />}
          <Count value={unread} of={t('unread messages')} />
        </HStack>
      </Box>
    </HStack>
  )
}
