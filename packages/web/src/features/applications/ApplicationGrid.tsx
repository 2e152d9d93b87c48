import type { ApplicationKind } from '@parley/core/api/applications'
import type { ApplicationFilter } from '@parley/core/rules/application'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ApplicationsView } from '../../data/applications.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { usePhoneLayout } from '../../ui/use-media-query.ts'
import { useRowFocus } from '../../ui/use-row-focus.ts'
import styles from './ApplicationGrid.module.css'
import { ApplicationCard, ApplicationRow } from './ApplicationRow.tsx'
import { applicationPath, listTitles } from './list-filter.ts'

const rowPx = 56
const cardPx = 84
const overscan = 6
/** The next page is asked for when so many rows are left below. */
const loadAhead = 40

/** Where each list was left, so that Back from an application returns to the same rows. */
const offsets = new Map<string, number>()

interface ApplicationGridProps {
  readonly kind: ApplicationKind
  readonly filter: ApplicationFilter
  readonly list: ApplicationsView
}

/** The rows; only those in view are in the page, whatever their number. */
export function ApplicationGrid({ kind, filter, list }: ApplicationGridProps) {
  const { rows, loadMore, more } = list
  const phone = usePhoneLayout()
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const place = JSON.stringify([kind, filter])
  const height = phone ? cardPx : rowPx

  const open = (index: number) => {
    const row = rows[index]
    if (row) void navigate(applicationPath(row))
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
    estimateSize: () => height,
    getItemKey: index => ids[index] ?? index,
    overscan,
    initialOffset: offsets.get(place) ?? 0,
    rangeExtractor: range =>
      [...new Set([...defaultRangeExtractor(range), focus.index])].toSorted((a, b) => a - b),
  })
  const items = virtual.getVirtualItems()
  const lastShown = items.findLast(item => item.index !== focus.index)?.index ?? 0

  useEffect(() => virtual.measure(), [virtual, height])
  useEffect(() => {
    if (more === 'idle' && lastShown >= rows.length - loadAhead) loadMore()
  }, [lastShown, rows.length, loadMore, more])
  useSteadyRows(scroller, ids, height)

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={listTitles[kind]}
      aria-rowcount={list.total + 1}
      aria-busy={more === 'loading'}
      className={styles.grid}
      onKeyDown={event => {
        if (!isOnLink(event)) focus.onKeyDown(event)
      }}
      onClick={event => {
        const index = pressedRow(event.target)
        if (index !== null) open(index)
      }}
      onScroll={event => offsets.set(place, event.currentTarget.scrollTop)}
    >
      <GridHeader kind={kind} hidden={phone} />
      <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(item => {
          const row = rows[item.index]
          if (row === undefined) return null
          const Row = phone ? ApplicationCard : ApplicationRow
          const active = item.index === focus.index
          return (
            <div
              key={item.key}
              role="row"
              ref={active ? focus.rowRef : undefined}
              aria-rowindex={item.index + 2}
              data-index={item.index}
              tabIndex={active ? 0 : -1}
              className={styles.row}
              style={{ height, transform: `translateY(${item.start}px)` }}
              onFocus={() => focus.onFocus(row.id)}
            >
              <Row row={row} reachable={active} />
            </div>
          )
        })}
      </div>
      {more === 'loading' && (
        <div className={styles.more}>
          <Spinner size={16} label="Loading more applications" />
        </div>
      )}
      {more === 'failed' && (
        <div className={styles.more} role="alert">
          Failed to fetch applications
          <Button size="small" onClick={loadMore}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

/** What comes in above the first row in view moves nothing that is being read; at the top it shows. */
function useSteadyRows(
  scroller: React.RefObject<HTMLDivElement | null>,
  ids: readonly string[],
  height: number,
): void {
  const before = useRef(ids)
  useLayoutEffect(() => {
    const box = scroller.current
    const held = before.current
    before.current = ids
    if (box === null || held === ids || box.scrollTop < height) return
    const first = Math.floor(box.scrollTop / height)
    const anchor = held.slice(first).find(id => ids.includes(id))
    if (anchor === undefined) return
    const moved = ids.indexOf(anchor) - held.indexOf(anchor)
    if (moved !== 0) box.scrollBy({ top: moved * height, behavior: 'instant' })
  }, [scroller, ids, height])
}

const isOnLink = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.closest('a') !== null

/** The index of the row that was pressed; null beside the rows, and on a link, which goes its own way. */
function pressedRow(target: EventTarget): number | null {
  if (!(target instanceof Element) || target.closest('a') !== null) return null
  const index = target.closest('[data-index]')?.getAttribute('data-index')
  return index == null ? null : Number(index)
}

/** The columns' titles. The order is fixed: newest submission first. */
function GridHeader({ kind, hidden }: { kind: ApplicationKind; hidden: boolean }) {
  if (hidden) {
    return (
      <div role="row" aria-rowindex={1} className="visually-hidden">
        <span role="columnheader">Application</span>
      </div>
    )
  }
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      <span role="columnheader">Customer</span>
      <span role="columnheader">{kind === 'ipp' ? 'Form Type' : 'Policy Type'}</span>
      <span role="columnheader">Status</span>
      <span role="columnheader" aria-sort="descending">
        Submission Date
      </span>
      <span role="columnheader" className={styles.end}>
        Actions
      </span>
    </div>
  )
}
