import { customerNameOf, isSample, phoneOf } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { t } from '@parley/core/text/translate'
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { useConversationList } from '../../data/conversations/list.ts'
import { useSession } from '../../data/session/session.ts'
import { asOf, useFreshness } from '../../sync/freshness.ts'
import { useTelling } from '../../sync/telling.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { Count } from '../../ui/marks/Count.tsx'
import { StatusBadge } from '../../ui/marks/StatusBadge.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { ActivityTime } from '../conversation/header/ActivityTime.tsx'
import { clockLabel } from '../../ui/lists/as-of.ts'
import { listFailureText } from './list-failure.ts'
import styles from './RecentConversations.module.css'
import { LastMessage, lastMessageView } from './rows/LastMessage.tsx'

const SHOWN = 5
const LAST_MESSAGE_LENGTH = 30
const everything = {}

/** The five conversations that moved last. */
export function RecentConversations() {
  const list = useConversationList(everything)
  const viewerId = useSession()?.user.id ?? ''
  const now = useNow()
  const rows = list.rows.slice(0, SHOWN)
  const freshness = useFreshness()
  const { cut } = freshness
  const { tells } = useTelling(Math.max(list.fetchedAt ?? 0, list.failedAt))
  const isKept = !list.sample && rows.length > 0

  return (
    <Card
      title={t('Recent Conversations')}
      asOf={cut && isKept ? clockLabel(asOf(freshness, list.fetchedAt ?? 0)) : null}
      actions={<Link to="/conversations">{t('View All')}</Link>}
    >
      {/* Without a connection the top bar says so, once. */}
      {list.failure !== null && (tells || !isKept) && (
        <div className={styles.notice}>
          <Notice
            tone="danger"
            action={
              <Button size="small" onClick={list.refresh}>
                {t('Try again')}
              </Button>
            }
          >
            {listFailureText(list)}
          </Notice>
        </div>
      )}
      {rows.length === 0 && !list.loading && list.failure === null ? (
        <EmptyState
          icon={<MessagesSquare size={20} strokeWidth={1.7} aria-hidden="true" />}
          title={t('No conversations yet')}
          hint={t('Conversations appear here when customers write.')}
        />
      ) : (
        <Table label={t('Recent Conversations')} density="recent">
          <thead className={styles.headings}>
            <tr>
              <HeaderCell>{t('Customer')}</HeaderCell>
              <HeaderCell>{t('Last Message')}</HeaderCell>
              <HeaderCell>{t('Status')}</HeaderCell>
              <HeaderCell align="end">{t('Unread')}</HeaderCell>
              <HeaderCell align="end">{t('Time')}</HeaderCell>
            </tr>
          </thead>
          <tbody className={styles.rows} aria-busy={list.loading}>
            {list.loading && [0, 1, 2, 3, 4].map(index => <LoadingRow key={index} />)}
            {rows.map(row => (
              <tr key={row.id}>
                <Cell>
                  <HStack gap={2} weight={500} className={styles.name} data-unread={row.unread_count > 0}>
                    {isSample(row) ? (
                      customerNameOf(row)
                    ) : (
                      <Link to={`/conversations/${row.id}`}>
                        <bdi>{customerNameOf(row)}</bdi>
                      </Link>
                    )}
                    {isSample(row) && <Tag>{t('Sample')}</Tag>}
                  </HStack>
                  <Text as="div" size="meta" tone="faint" nowrap>
                    {phoneLabel(phoneOf(row))}
                  </Text>
                </Cell>
                <Cell>
                  <LastMessage
                    view={lastMessageView(row, viewerId)}
                    unread={false}
                    length={LAST_MESSAGE_LENGTH}
                  />
                </Cell>
                <Cell>
                  <StatusBadge status={row.status} />
                </Cell>
                <Cell align="end">
                  <Count value={isSample(row) ? 0 : row.unread_count} of={t('unread messages')} />
                </Cell>
                <Cell align="end">
                  <ActivityTime row={row} now={now} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function LoadingRow() {
  return (
    <tr>
      <Cell>
        <Skeleton width={140} />
      </Cell>
      <Cell>
        <Skeleton width={220} />
      </Cell>
      <Cell>
        <Skeleton width={64} height={20} />
      </Cell>
      <Cell />
      <Cell align="end">
        <Skeleton width={40} />
      </Cell>
    </tr>
  )
}
