import type { ConversationFilter } from '@parley/core/rules/conversation'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ConversationList } from '../../data/conversations.ts'
import { useSession } from '../../data/session.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { usePhoneLayout } from '../../ui/use-media-query.ts'
import { useNow } from '../../ui/use-now.ts'
import { useRowFocus } from '../../ui/use-row-focus.ts'
import { ConversationCard } from './ConversationCard.tsx'
import styles from './ConversationGrid.module.css'
import { ConversationRow } from './ConversationRow.tsx'
import { GridHeader } from './GridHeader.tsx'

const ROW_PX = 56
const CARD_PX = 61
const OVERSCAN = 6
/** The next page is asked for when so many rows are left below. */
const LOAD_AHEAD = 40

/** Where each filter's list was left, so that Back from a conversation returns to the same rows. */
const offsets = new Map<string, number>()

/** The rows; only those in view are in the page, whatever their number. */
export function ConversationGrid({ list, filter }: { list: ConversationList; filter: ConversationFilter }) {
  const { rows, loadMore } = list
  const phone = usePhoneLayout()
  const now = useNow()
  const viewerId = useSession()?.user.id ?? ''
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => rows.map(row => row.id), [rows])
  const place = JSON.stringify(filter)
  const rowPx = phone ? CARD_PX : ROW_PX

  const open = (index: number) => {
    const row = rows[index]
    if (row && !row.sample) void navigate(`/conversations/${row.id}`)
  }
  const focus = useRowFocus({
    ids,
    pageSize: 10,
    reveal: index => virtual.scrollToIndex(index, { align: 'auto' }),
    open,
  })
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: index => ids[index] ?? index,
    overscan: OVERSCAN,
    initialOffset: offsets.get(place) ?? 0,
    rangeExtractor: range =>
      [...new Set([...defaultRangeExtractor(range), focus.index])].toSorted((a, b) => a - b),
  })
  const items = virtual.getVirtualItems()
  const lastShown = items.findLast(item => item.index !== focus.index)?.index ?? 0

  useEffect(() => virtual.measure(), [virtual, rowPx])
  useEffect(() => {
    if (lastShown >= rows.length - LOAD_AHEAD) loadMore()
  }, [lastShown, rows.length, loadMore])

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label="Conversations"
      aria-rowcount={rows.length + 1}
      aria-busy={list.loadingMore}
      className={styles.grid}
      onKeyDown={focus.onKeyDown}
      onClick={event => {
        const index = pressedRow(event.target)
        if (index !== null) open(index)
      }}
      onScroll={event => offsets.set(place, event.currentTarget.scrollTop)}
    >
      <GridHeader hidden={phone} />
      <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(item => {
          const row = rows[item.index]
          if (row === undefined) return null
          const Row = phone ? ConversationCard : ConversationRow
          const active = item.index === focus.index
          return (
            <div
              key={item.key}
              role="row"
              ref={active ? focus.rowRef : undefined}
              aria-rowindex={item.index + 2}
              data-index={item.index}
              aria-disabled={row.sample || undefined}
              tabIndex={active ? 0 : -1}
              className={styles.row}
              data-unread={row.unread_count > 0 && !row.sample}
              style={{ height: rowPx, transform: `translateY(${item.start}px)` }}
              onFocus={() => focus.onFocus(row.id)}
            >
              <Row row={row} viewerId={viewerId} now={now} />
            </div>
          )
        })}
      </div>
      {list.loadingMore && (
        <div className={styles.more}>
          <Spinner size={16} label="Loading more conversations" />
        </div>
      )}
    </div>
  )
}

/** The index of the row that was pressed; null beside the rows, and on a link, which goes its own way. */
function pressedRow(target: EventTarget): number | null {
  if (!(target instanceof Element) || target.closest('a') !== null) return null
  const index = target.closest('[data-index]')?.getAttribute('data-index')
  return index == null ? null : Number(index)
}
