import { t } from '@parley/core/text/translate'
import type { TimeOrder } from '@parley/core/conversations/constants'
import type { ConversationFilter } from '@parley/core/conversations/rules'
import { SearchX } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ConversationList as List } from '../../data/conversations/list.ts'
import { asOf, useFreshness } from '../../sync/freshness.ts'
import { clockLabel } from '../../ui/lists/as-of.ts'
import { ListFrame } from '../../ui/lists/ListFrame.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ConversationGrid, type Selecting } from './ConversationGrid.tsx'
import { LoadingGrid } from './LoadingGrid.tsx'
import { listFailureText } from './list-failure.ts'

interface ConversationListProps {
  readonly list: List
  readonly filter: ConversationFilter
  /** Where rows are cards: whether they can be selected now. */
  readonly selects: boolean
  readonly onOrder: (order: TimeOrder) => void
  readonly Bar: ComponentType<Selecting>
}

/** The list in each of its states: loading, rows, empty, failed with or without rows to keep. */
export function ConversationList(props: ConversationListProps) {
  const { list } = props
  const freshness = useFreshness()
  const { cut } = freshness
  const isKept = !list.sample && list.rows.length > 0
  return (
    <ListFrame
      // Without a connection the top bar says so, once; the rows say of when they are.
      failure={list.failure !== null && !(cut && isKept) ? listFailureText(list) : null}
      retrying={list.refreshing}
      retry={list.refresh}
      old={isKept && (cut || list.failure !== null)}
      asOf={cut ? clockLabel(asOf(freshness, list.fetchedAt ?? 0)) : null}
    >
      <Rows {...props} />
    </ListFrame>
  )
}

function Rows(props: ConversationListProps) {
  const { list } = props
  // Turned round it stays the same list, and the title that was pressed keeps the focus.
  const { order: _, ...filter } = props.filter
  if (list.loading) return <LoadingGrid />
  if (list.rows.length > 0) return <ConversationGrid key={JSON.stringify(filter)} {...props} />
  // What was loaded before has none of these, which does not say that there are none.
  if (list.failure !== null)
    return <EmptyState title={t('Not loaded')} hint={t('It loads when the connection is back.')} />
  return (
    <EmptyState
      icon={<SearchX size={20} strokeWidth={1.7} aria-hidden="true" />}
      title={t('No conversations found')}
      hint={t('Try adjusting your filters')}
    />
  )
}
