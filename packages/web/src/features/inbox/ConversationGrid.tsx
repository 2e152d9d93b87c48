import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { isSample } from '@parley/core/conversations/rules'
import type { ConversationFilter } from '@parley/core/conversations/rules'
import type { TimeOrder } from '@parley/core/conversations/constants'
import { maxBulk } from '@parley/core/bulk/constants'
import { type ComponentType, useRef } from 'react'
import { useNavigate } from 'react-router'
import { firstMessages } from '../../client/first-messages.ts'
import { useCommand } from '../../commands/live.ts'
import type { ConversationList } from '../../data/conversations/list.ts'
import { useSession } from '../../data/session/session.ts'
import { Box, VStack } from '../../ui/layout/Layout.tsx'
import { GridHeader } from '../../ui/lists/GridHeader.tsx'
import { classNames } from '../../ui/hooks/class-names.ts'
import { useEver } from '../../ui/hooks/use-ever.ts'
import { usePhoneLayout } from '../../ui/hooks/use-media-query.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { useRowSelection } from '../../ui/lists/use-row-selection.ts'
import { type GridHandle, VirtualGrid } from '../../ui/lists/VirtualGrid.tsx'
import { ConversationCard } from './rows/ConversationCard.tsx'
import styles from './ConversationGrid.module.css'
import { ConversationRow } from './rows/ConversationRow.tsx'
import { conversationColumns } from './columns.ts'
import { SelectAll } from './SelectBox.tsx'

const rowPx = 44
const cardPx = 61

/** What is selected in the list, for what stands over it. */
export interface Selecting {
  /** In the order of the list. */
  readonly rows: readonly ConversationEntity[]
  /** Something is selected, or is about to be. */
  readonly isOpen: boolean
  readonly clear: () => void
  /** These ids alone stay selected. */
  readonly keep: (ids: readonly string[]) => void
  /** Puts the focus back into the list. */
  readonly focusRows: () => void
}

interface ConversationGridProps {
  readonly list: ConversationList
  readonly filter: ConversationFilter
  /** Where rows are cards: whether they can be selected now. */
  readonly selects: boolean
  readonly onOrder: (order: TimeOrder) => void
  /** Stands over the titles once something was selected. */
  readonly Bar: ComponentType<Selecting>
}

const noIds: readonly string[] = []

/** The rows of the list of conversations. */
export function ConversationGrid({ list, filter, selects, onOrder, Bar }: ConversationGridProps) {
  'use memo'
  const { rows } = list
  const phone = usePhoneLayout()
  const now = useNow()
  const viewerId = useSession()?.user.id ?? ''
  const navigate = useNavigate()
  const ids = rows.map(row => row.id)
  const grid = useRef<GridHandle>(null)
  const canSelect = !list.sample && (!phone || selects)
  const selection = useRowSelection({
    ids: canSelect ? ids : noIds,
    shown: () => grid.current?.shown() ?? noIds,
    most: maxBulk,
  })
  const pressFocused = (isRange: boolean) => {
    const id = grid.current?.focused() ?? null
    if (id !== null) selection.press(id, isRange)
  }
  useCommand('table.select', canSelect ? () => pressFocused(false) : null)
  useCommand('table.select-to', canSelect ? () => pressFocused(true) : null)
  const selected = rows.filter(row => selection.ids.has(row.id))
  const isOpen = selected.length > 0 || (phone && canSelect)
  const hadBar = useEver(isOpen)
  const all = <SelectAll all={selection.all} onSelectAll={selection.selectAll} onClear={selection.clear} />
  const Row = phone ? ConversationCard : ConversationRow
  return (
    <VStack className={styles.frame}>
      {hadBar && (
        <div className={classNames(isOpen && styles.open)}>
          {phone && isOpen && all}
          <Bar
            rows={selected}
            isOpen={isOpen}
            clear={selection.clear}
            keep={selection.keep}
            focusRows={() => grid.current?.step(0)}
          />
        </div>
      )}
      <Box flex="fill">
        <VirtualGrid
          handle={grid}
          selectsMany={canSelect}
          label={t('Conversations')}
          place={JSON.stringify(filter)}
          ids={ids}
          rowHeight={phone ? cardPx : rowPx}
          rowCount={rows.length + 1}
          columns={styles.columns}
          header={
            <GridHeader
              columns={conversationColumns(filter.order, onOrder)}
              card={phone ? t('Conversation') : null}
              lead={canSelect && all}
            />
          }
          renderRow={index => {
            const row = rows[index]
            return (
              row && (
                <Row
                  row={row}
                  viewerId={viewerId}
                  now={now}
                  selected={selection.ids.has(row.id)}
                  onSelect={canSelect ? selection.press : null}
                />
              )
            )
          }}
          rowState={index => {
            const row = rows[index]
            const sample = row !== undefined && isSample(row)
            const selected = canSelect && row !== undefined ? selection.ids.has(row.id) : undefined
            return { disabled: sample, unread: (row?.unread_count ?? 0) > 0 && !sample, selected }
          }}
          open={index => {
            const row = rows[index]
            if (row === undefined || isSample(row)) return
            // A tap is how cards are selected.
            if (phone && canSelect) selection.press(row.id, false)
            else void navigate(`/conversations/${row.id}`)
          }}
          paging={{ ...list, of: t('conversations'), failure: firstMessages.fetchConversations }}
        />
      </Box>
    </VStack>
  )
}
