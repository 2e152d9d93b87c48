import type { ConversationFilter } from '@parley/core/rules/conversation'
import { SearchX } from 'lucide-react'
import type { ConversationList as List } from '../../data/conversations/list.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ConversationGrid } from './ConversationGrid.tsx'
import styles from './ConversationList.module.css'
import { LoadingGrid } from './LoadingGrid.tsx'
import { listFailureText } from './list-failure.ts'

/** The list in each of its states: loading, rows, empty, failed with or without rows to keep. */
export function ConversationList({ list, filter }: { list: List; filter: ConversationFilter }) {
  return (
    <div className={styles.list}>
      {list.failure !== null && (
        <div className={styles.banner}>
          <Notice
            tone="danger"
            action={
              <Button size="small" busy={list.refreshing} onClick={list.refresh}>
                Try again
              </Button>
            }
          >
            {listFailureText(list)}
          </Notice>
        </div>
      )}
      <div className={styles.body}>
        <Rows list={list} filter={filter} />
      </div>
    </div>
  )
}

function Rows({ list, filter }: { list: List; filter: ConversationFilter }) {
  if (list.loading) return <LoadingGrid />
  if (list.rows.length > 0)
    return <ConversationGrid key={JSON.stringify(filter)} list={list} filter={filter} />
  return (
    <EmptyState
      icon={<SearchX size={20} strokeWidth={1.7} aria-hidden="true" />}
      title="No conversations found"
      hint="Try adjusting your filters"
    />
  )
}
