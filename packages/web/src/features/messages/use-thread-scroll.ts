import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ThreadRow } from './thread-rows.ts'

const nearEndPx = 80
const typicalRowPx = 72
/** Older messages are fetched when this few rows are above the reader. */
const olderWithinRows = 12

export interface ThreadScroll {
  readonly box: RefObject<HTMLDivElement | null>
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>
  /** The reader is at the newest message. */
  readonly atEnd: boolean
  readonly toEnd: () => void
}

interface Options {
  readonly rows: readonly ThreadRow[]
  /** The row to open at, instead of the newest; -1 for none. */
  readonly openAt: number
  /** Called when the reader comes near the first row. */
  readonly onNearStart: () => void
}

/**
 * The thread's virtual rows, anchored to the newest: what is put before them, grows late or comes while the reader is
 * further up moves nothing on the screen.
 */
export function useThreadScroll({ rows, openAt, onNearStart }: Options): ThreadScroll {
  const box = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  // The same function as long as the rows are: for another one the place of every row is reckoned anew.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => typicalRowPx,
    getItemKey,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEndPx,
    overscan: 6,
    paddingStart: 8,
    paddingEnd: 16,
  })
  const toEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer])

  const pinned = useRef(true)
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0) return
    opened.current = true
    virtualizer.scrollToEnd()
    if (openAt < 0) return
    // Only once the rows at the end are measured is it known whether the marker is on the screen with them.
    const frame = requestAnimationFrame(() => {
      const start = virtualizer.measurementsCache[openAt]?.start ?? 0
      const firstPx = virtualizer.getTotalSize() - (box.current?.clientHeight ?? 0)
      if (start >= firstPx) return
      pinned.current = false
      virtualizer.scrollToIndex(openAt, { align: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [rows.length, openAt, virtualizer])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const onScroll = () => {
      pinned.current = virtualizer.isAtEnd(nearEndPx)
      setAtEnd(pinned.current)
    }
    // A composer that grows makes the box smaller, which would hide the newest message. Asked of the element itself,
    // since the virtualizer may not have measured the new size yet.
    const resized = new ResizeObserver(() => {
      if (pinned.current) element.scrollTop = element.scrollHeight
    })
    element.addEventListener('scroll', onScroll, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      resized.disconnect()
    }
  }, [virtualizer])

  const first = virtualizer.range?.startIndex
  useEffect(() => {
    if (opened.current && first !== undefined && first < olderWithinRows) onNearStart()
  }, [first, rows.length, onNearStart])

  return { box, virtualizer, atEnd, toEnd }
}
