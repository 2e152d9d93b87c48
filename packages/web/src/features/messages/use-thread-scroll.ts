import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ThreadRow } from './thread-rows.ts'

const nearEndPx = 80
const typicalRowPx = 56
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
  /** Where on the screen that row is to stand then. */
  readonly openAlign: 'start' | 'center'
  /** Called when the reader comes near the first row. */
  readonly onNearStart: () => void
  /** Newer ones stand behind the last row: its end is not the thread's. */
  readonly hasNewer: boolean
  /** Called when the reader comes near the last row. */
  readonly onNearEnd: () => void
}

/**
 * The thread's virtual rows, anchored to the newest: what is put before them, grows late or comes while the reader is
 * further up moves nothing on the screen.
 */
export function useThreadScroll({
  rows,
  openAt,
  openAlign,
  onNearStart,
  hasNewer,
  onNearEnd,
}: Options): ThreadScroll {
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
    followOnAppend: !hasNewer,
    scrollEndThreshold: nearEndPx,
    overscan: 6,
    paddingStart: 8,
    paddingEnd: 16,
  })
  const toEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer])

  const pinned = useRef(true)
  const opened = useRef(false)
  // Pages that came while it is being opened would move the place to open at.
  const [isSettled, setSettled] = useState(false)
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0) return
    opened.current = true
    virtualizer.scrollToEnd()
    // Only once the rows at the end are measured is it known whether the marker is on the screen with them.
    let frame = requestAnimationFrame(() => {
      // The rows of the end are near the end of what is held, which calls for more, until those of the place are drawn.
      frame = requestAnimationFrame(() => setSettled(true))
      if (openAt < 0) return
      const start = virtualizer.measurementsCache[openAt]?.start ?? 0
      const firstPx = virtualizer.getTotalSize() - (box.current?.clientHeight ?? 0)
      if (start >= firstPx) return
      pinned.current = false
      virtualizer.scrollToIndex(openAt, { align: openAlign })
    })
    return () => cancelAnimationFrame(frame)
    // The rows that it opened with are those that it is about.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows.length === 0, virtualizer])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const onScroll = () => {
      const isAtEnd = virtualizer.isAtEnd(nearEndPx)
      pinned.current = isAtEnd && !hasNewer
      setAtEnd(isAtEnd)
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
  }, [virtualizer, hasNewer])

  const first = virtualizer.range?.startIndex
  useEffect(() => {
    if (isSettled && first !== undefined && first < olderWithinRows) onNearStart()
  }, [isSettled, first, rows.length, onNearStart])
  const last = virtualizer.range?.endIndex
  useEffect(() => {
    if (isSettled && last !== undefined && last >= rows.length - olderWithinRows) onNearEnd()
  }, [isSettled, last, rows.length, onNearEnd])

  return { box, virtualizer, atEnd, toEnd }
}
