import type { ConversationFilter } from '@parley/core/rules/conversation'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { actionMessages } from '../../client/action-messages.ts'
import type { ConversationList } from '../../data/conversations/list.ts'
import { useSession } from '../../data/session/session.ts'
import { GridHeader } from '../../ui/GridHeader.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { usePhoneLayout } from '../../ui/use-media-query.ts'
import { useNow } from '../../ui/use-now.ts'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { ConversationCard } from './ConversationCard.tsx'
import styles from './ConversationGrid.module.css'
import { ConversationRow } from './ConversationRow.tsx'
import { conversationColumns } from './columns.ts'

const rowPx = 44
const cardPx = 61

/** The rows of the list of conversations. */
export function ConversationGrid({ list, filter }: { list: ConversationList; filter: ConversationFilter }) {
  const { rows } = list
  const phone = usePhoneLayout()
  const now = useNow()
  const viewerId = useSession()?.user.id ?? ''
  const navigate = useNavigate()
  const ids = useMemo(() => rows.map(row => row.id), [rows])
  const Row = phone ? ConversationCard : ConversationRow
  return (
    <VirtualGrid
      label="Conversations"
      place={JSON.stringify(filter)}
      ids={ids}
      rowHeight={phone ? cardPx : rowPx}
      rowCount={rows.length + 1}
      columns={styles.columns}
      header={<GridHeader columns={conversationColumns} card={phone ? 'Conversation' : null} />}
      renderRow={index => {
        const row = rows[index]
        return row && <Row row={row} viewerId={viewerId} now={now} />
      }}
      rowState={index => {
        const row = rows[index]
        const sample = row?.sample ?? false
        return { disabled: sample, unread: (row?.unread_count ?? 0) > 0 && !sample }
      }}
      open={index => {
        const row = rows[index]
        if (row && !row.sample) void navigate(`/conversations/${row.id}`)
      }}
      loadMore={list.more === 'idle' ? list.loadMore : null}
      busy={list.more === 'loading'}
      more={
        <MoreRows
          more={list.more}
          of="conversations"
          failure={actionMessages.fetchConversations}
          onRetry={list.retryMore}
        />
      }
    />
  )
}
