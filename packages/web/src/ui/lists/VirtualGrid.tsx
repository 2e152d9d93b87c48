import { t } from '@parley/core/text/translate'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { Button } from '../Button.tsx'
import { classNames } from '../hooks/class-names.ts'
import { Grid, HStack } from '../layout/Layout.tsx'
import { useHeldOrder } from './held-order.ts'
import { MoreRows, type MoreRowsProps } from './MoreRows.tsx'
import { noteOpenedRow, useRowFocus } from './use-row-focus.ts'
import styles from './VirtualGrid.module.css'

const overscan = 6
/** The next page is asked for when so many rows are left below. */
const loadAhead = 40

/** Where each grid was left, so that Back from what a row opened returns to the same rows. */
const offsets = new Map<string, number>()

/** What others may do with a grid's rows. */
export interface GridHandle {
  /** Puts the focus so many rows on from the active one; 0: onto it. */
  readonly step: (rows: number) => void
  /** Puts the focus onto the current row; where it is not among the rows, onto the grid. */
  readonly rest: () => void
  /** The rows' ids as they stand on the screen; while a pointer rests on them also those that have gone. */
  readonly shown: () => readonly string[]
  /** The id of the row that has the focus, or has what has it; null: none. */
  readonly focused: () => string | null
}

interface VirtualGridProps {
  readonly label: string
  /** Which list with which filter: what it was scrolled to is remembered by it. */
  readonly place: string
  /** The rows' ids in their order; the same array as long as nothing changed. */
  readonly ids: readonly string[]
  /** Pixels, the same for every row. */
  readonly rowHeight: number
  /** Of all rows there are, the header's among them. */
  readonly rowCount: number
  /** Sets --columns, the header's and the rows' grid-template-columns. */
  readonly columns: string | undefined
  readonly header: ReactNode
  /** A row's cells; `active` is the row that the Tab key reaches. */
  readonly renderRow: (index: number, active: boolean) => ReactNode
  /** `selected` absent: rows cannot be selected. */
  readonly rowState?: (index: number) => {
    readonly unread: boolean
    readonly disabled: boolean
    readonly selected?: boolean | undefined
  }
  /** Whether several rows can be selected. */
  readonly selectsMany?: boolean
  readonly open: (index: number) => void
  readonly paging: RowPaging
  readonly beside?: Beside
  readonly handle?: Ref<GridHandle>
  /** Where the rows are of two groups, the second one's: its rows stand last, behind a heading. */
  readonly second?: SecondGroup
}

interface RowPaging extends Pick<MoreRowsProps, 'more' | 'of' | 'failure'> {
  /** Asks for the next page. */
  readonly loadMore: () => void
  /** Asks again for the page that did not come. */
  readonly retryMore: () => void
}

/** Where the screen shows a row's object beside the rows. */
interface Beside {
  /** The row whose object it is, which the Tab key reaches. */
  readonly current: string | null
  /** Where the screen follows the keys along the rows: opens the row, which keeps the focus. */
  readonly follow: ((index: number) => void) | undefined
}

interface SecondGroup {
  readonly has: (id: string) => boolean
  /** The cells of its heading, which no key stops at. */
  readonly heading: ReactNode
}

/** Pixels of the header, and of the heading between two groups; as the style sheets have them. */
const headingPx = 32

/** Rows of which only those in view are in the page, whatever their number; reached and opened by keyboard too. */
export function VirtualGrid(props: VirtualGridProps) {
  const { place, rowHeight, paging, second } = props
  const { current, follow } = props.beside ?? alone
  const order = useHeldOrder(place, props.ids)
  const ids = order.shown
  // What has just changed groups among rows that are held in their places stays with those above the heading.
  const split = second === undefined ? -1 : ids.findLastIndex(id => !second.has(id)) + 1
  const isSplit = split >= 0 && split < ids.length
  const headingAt = isSplit ? split : Number.POSITIVE_INFINITY
  const indexOf = useMemo(() => new Map(props.ids.map((id, index) => [id, index])), [props.ids])
  /** By place on the screen; a row that has gone leads nowhere. */
  const lead = (shownAt: number, to: (index: number) => void) => {
    const id = ids[shownAt] ?? ''
    const index = indexOf.get(id)
    if (index === undefined) return
    noteOpenedRow(place, id)
    to(index)
  }
  const open = (shownAt: number) => lead(shownAt, props.open)
  const scroller = useRef<HTMLDivElement>(null)
  const focus = useRowFocus({
    place,
    ids,
    reveal: index => virtual.scrollToIndex(index, { align: 'auto' }),
    open,
    // What the keys move to is what the screen shows.
    onMoved: shownAt => {
      if (follow !== undefined && ids[shownAt] !== current) lead(shownAt, follow)
    },
  })
  // Known by place, not by id: the rows are all equally high, and another order then costs no reckoning of 50,000 places.
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => rowHeight + (index === headingAt ? headingPx : 0),
    overscan,
    // The header stands above the rows, over which it lies: the last of a window ends so much lower than is reckoned.
    scrollPaddingEnd: headingPx,
    initialOffset: offsets.get(place) ?? 0,
    rangeExtractor: range =>
      [...new Set([...defaultRangeExtractor(range), focus.index])].toSorted((a, b) => a - b),
  })
  useImperativeHandle(props.handle, () => ({
    step: focus.step,
    rest: () => {
      if (current !== null && ids.includes(current)) focus.step(0)
      else scroller.current?.focus({ preventScroll: true })
    },
    shown: () => ids,
    focused: () => {
      const at = scroller.current?.contains(document.activeElement)
        ? pressedRow(document.activeElement)
        : null
      return at === null ? null : (ids[at] ?? null)
    },
  }))
  const { pointAt } = focus
  const pointed = useRef<{ readonly current: string; readonly ids: readonly string[] } | null>(null)
  useEffect(() => {
    const last = pointed.current
    // A row that comes later, or goes to another place, is pointed at there.
    if (current === null || (last?.current === current && last.ids === ids)) return
    if (pointAt(current)) pointed.current = { current, ids }
  }, [current, ids, pointAt])
  const items = virtual.getVirtualItems()
  const lastShown = items.findLast(item => item.index !== focus.index)?.index ?? 0

  useEffect(() => virtual.measure(), [virtual, rowHeight, headingAt])
  const { more, loadMore } = paging
  useEffect(() => {
    if (more === 'idle' && lastShown >= ids.length - loadAhead) loadMore()
  }, [lastShown, ids.length, more, loadMore])
  useSteadyRows(scroller, ids, headingAt, rowHeight)

  return (
    <div className={styles.frame} {...order.pointerProps}>
      {order.changed && (
        <HStack align="stretch" justify="center" className={styles.changed}>
          <Button size="small" onClick={order.release}>
            {t('Show changes')}
          </Button>
        </HStack>
      )}
      <div
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-rowcount={props.rowCount + (isSplit ? 1 : 0)}
        aria-busy={more === 'loading'}
        aria-multiselectable={props.selectsMany || undefined}
        className={classNames(styles.grid, props.columns)}
        onKeyDown={event => {
          if (!isOnLink(event)) focus.onKeyDown(event)
        }}
        onClick={event => {
          const index = pressedRow(event.target)
          if (index === null || isInLabel(event.target)) return
          if (isInLink(event.target)) noteOpenedRow(place, ids[index] ?? '')
          else open(index)
        }}
        onScroll={event => offsets.set(place, event.currentTarget.scrollTop)}
      >
        {props.header}
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {isSplit && (
            <div
              role="row"
              aria-rowindex={split + 2}
              className={styles.heading}
              style={{ transform: `translateY(${split * rowHeight}px)` }}
            >
              {second?.heading}
            </div>
          )}
          {items.map(({ index: shownAt, end }) => {
            const id = ids[shownAt]
            if (id === undefined) return null
            const index = indexOf.get(id)
            const active = shownAt === focus.index
            const state = index === undefined ? gone : props.rowState?.(index)
            return (
              <Grid
                key={id}
                role="row"
                ref={active ? focus.rowRef : undefined}
                aria-rowindex={shownAt + (shownAt < headingAt ? 2 : 3)}
                data-index={shownAt}
                aria-disabled={state?.disabled || undefined}
                aria-current={id === current || undefined}
                aria-selected={state?.selected}
                tabIndex={active ? 0 : -1}
                align="center"
                rule="bottom"
                className={styles.row}
                data-unread={state?.unread}
                style={{ height: rowHeight, transform: `translateY(${end - rowHeight}px)` }}
                onFocus={() => focus.onFocus(shownAt)}
                onBlur={focus.onBlur}
              >
                {index !== undefined && props.renderRow(index, active)}
              </Grid>
            )
          })}
        </div>
        <MoreRows more={more} of={paging.of} failure={paging.failure} onRetry={paging.retryMore} />
      </div>
    </div>
  )
}

const alone: Beside = { current: null, follow: undefined }

/** A row that left the list while its place is held. */
const gone = { unread: false, disabled: true, selected: undefined }

/** What comes in above the first row in view moves nothing that is being read; at the top it shows. */
function useSteadyRows(
  scroller: React.RefObject<HTMLDivElement | null>,
  ids: readonly string[],
  headingAt: number,
  height: number,
): void {
  const before = useRef({ ids, headingAt })
  useLayoutEffect(() => {
    const box = scroller.current
    const held = before.current
    before.current = { ids, headingAt }
    if (box === null || (held.ids === ids && held.headingAt === headingAt) || box.scrollTop < height) return
    const topOf = (at: number, heading: number) => at * height + (at < heading ? 0 : headingPx)
    const first = Math.floor(box.scrollTop / height)
    const anchor = held.ids.slice(first).find(id => ids.includes(id))
    if (anchor === undefined) return
    const moved = topOf(ids.indexOf(anchor), headingAt) - topOf(held.ids.indexOf(anchor), held.headingAt)
    if (moved !== 0) box.scrollBy({ top: moved, behavior: 'instant' })
  }, [scroller, ids, headingAt, height])
}

/** A link in a row goes its own way. */
const isOnLink = ({ key, target }: KeyboardEvent): boolean => key === 'Enter' && isInLink(target)

const isInLink = (target: EventTarget): boolean => target instanceof Element && target.closest('a') !== null

/** A press on a control in a row is the control's. */
const isInLabel = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('label') !== null

/** The index of the row that was pressed; null beside the rows. Others around the grid number their parts too. */
function pressedRow(target: EventTarget | null): number | null {
  if (!(target instanceof Element)) return null
  const index = target.closest('[role=row][data-index]')?.getAttribute('data-index')
  return index == null ? null : Number(index)
}
