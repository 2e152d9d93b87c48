import { elementScroll, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { MessageEntity } from '@parley/core/messages/api'
import { compareIds } from '@parley/core/conversations/rules'
import type { ThreadNotes, ThreadRow } from './thread-rows.ts'

type OpenAlign = 'quarter' | 'center'

/** What stands around the row to open at is measured, and comes late, for so long (milliseconds); it keeps its place. */
const openingMs = 3_000
const nearEndPx = 80
const typicalRowPx = 56
/** Older messages are fetched when this few rows are above the reader. */
const olderWithinRows = 12

export type ThreadScroll = ReturnType<typeof useThreadScroll>

interface Options {
  readonly rows: readonly ThreadRow[]
  /** The row to open at, instead of the newest; -1 for none. */
  readonly openAt: number
  /** Where on the screen that row is to stand then. */
  readonly openAlign: OpenAlign
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
export function useThreadScroll(options: Options) {
  const { rows, openAt, openAlign, onNearStart, hasNewer, onNearEnd } = options
  const box = useRef<HTMLDivElement>(null)
  /** The reader is at the newest message. */
  const [atEnd, setAtEnd] = useState(true)
  // Where the box was scrolled to from here last: it stands elsewhere only where the reader has scrolled it.
  const written = useRef(0)
  const scrollToFn = useCallback<typeof elementScroll<HTMLDivElement>>((offset, options, instance) => {
    elementScroll(offset, options, instance)
    written.current = box.current?.scrollTop ?? 0
  }, [])
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
    scrollToFn,
    scrollEndThreshold: nearEndPx,
    overscan: 6,
    paddingStart: 8,
    paddingEnd: 16,
  })

  // How far from its end the thread stands, which is kept whatever gets higher or lower; null: the reader is further up.
  const endGapPx = useRef<number | null>(0)
  const stay = useEffectEvent(() => {
    const { current: element } = box
    if (element === null || endGapPx.current === null) return
    const wantedPx = element.scrollHeight - element.clientHeight - endGapPx.current
    // By the virtualizer, which would write from the offset that it knows otherwise.
    if (Math.abs(element.scrollTop - wantedPx) >= 1) virtualizer.scrollToOffset(wantedPx)
    written.current = element.scrollTop
  })
  // Until when the row to open at is kept in its place, by performance.now(); null: it is the reader's by now.
  const keptUntil = useRef<number | null>(null)
  const place = useEffectEvent(() => {
    const [element, item] = [box.current, virtualizer.measurementsCache[openAt]]
    if (element === null || keptUntil.current === null) return false
    const lastPx = element.scrollHeight - element.clientHeight
    // What gets shorter is scrolled by the browser, as far as it must be.
    const isTheirs = Math.abs(element.scrollTop - Math.min(written.current, lastPx)) >= 1
    if (item === undefined || isTheirs || performance.now() > keptUntil.current) {
      keptUntil.current = null
      return false
    }
    const wantedPx = Math.max(0, item.start - roomAbove(openAlign, item.size, element.clientHeight))
    endGapPx.current = wantedPx >= lastPx && !hasNewer ? 0 : null
    if (Math.abs(element.scrollTop - Math.min(wantedPx, lastPx)) >= 1) virtualizer.scrollToOffset(wantedPx)
    written.current = element.scrollTop
    return true
  })
  // What was measured since, or came, has moved it.
  useLayoutEffect(() => void place())
  const totalPx = virtualizer.getTotalSize()
  useLayoutEffect(() => {
    if (keptUntil.current === null) stay()
  }, [totalPx])
  const toEnd = useCallback(() => {
    keptUntil.current = null
    endGapPx.current = hasNewer ? null : 0
    virtualizer.scrollToEnd()
  }, [virtualizer, hasNewer])
  /** Brings a row to the eye. */
  const goTo = useCallback(
    (index: number, align: 'center' | 'auto') => {
      keptUntil.current = null
      const before = box.current?.scrollTop
      virtualizer.scrollToIndex(index, { align })
      if (box.current?.scrollTop !== before) endGapPx.current = null
    },
    [virtualizer],
  )

  const opened = useRef(false)
  // Pages that came while it is being opened would move the place to open at.
  const [isSettled, setSettled] = useState(false)
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0) return
    virtualizer.scrollToEnd()
    // Only once the rows at the end are measured is it known whether the row to open at is on the screen with them.
    let frame = requestAnimationFrame(() => {
      // The rows of the end are near the end of what is held, which calls for more, until those of the place are drawn.
      frame = requestAnimationFrame(() => {
        // Not before: an effect that was undone until then, as React does in development, begins anew.
        opened.current = true
        setSettled(true)
      })
      if (openAt < 0) return
      written.current = box.current?.scrollTop ?? 0
      keptUntil.current = performance.now() + openingMs
      place()
    })
    return () => cancelAnimationFrame(frame)
    // The rows that it opened with are those that it is about.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows.length === 0, virtualizer])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const onScroll = () => {
      place()
      const gapPx = element.scrollHeight - element.clientHeight - element.scrollTop
      const isAtEnd = gapPx <= nearEndPx
      // Who stands at the end leaves it by scrolling, and not by what is measured meanwhile.
      if (endGapPx.current === null || Math.abs(element.scrollTop - written.current) >= 1)
        endGapPx.current = isAtEnd && !hasNewer ? gapPx : null
      setAtEnd(isAtEnd)
    }
    // A composer that grows makes the box smaller, which would hide the newest message.
    const resized = new ResizeObserver(() => {
      if (!place()) stay()
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

  return { box, virtualizer, atEnd, toEnd, goTo }
}

/** How much of the screen stays above the row that a thread opens at; of one that is higher than the screen its top is shown. */
const roomAbove = (align: OpenAlign, rowPx: number, boxPx: number): number =>
  align === 'quarter' ? boxPx / 4 : Math.max(0, (boxPx - rowPx) / 2)

/** What one has just written is always shown, wherever one was reading. */
export function useOwnSendsInView(newestEntry: string | undefined, toEnd: () => void): void {
  const known = useRef(newestEntry)
  useEffect(() => {
    if (newestEntry !== undefined && newestEntry !== known.current) toEnd()
    known.current = newestEntry
  }, [newestEntry, toEnd])
}

/** The same of notes. One that is deleted leaves an older one the newest, which is none that was just written. */
export function useOwnNotesInView({ isLoading, newestOwn }: ThreadNotes, toEnd: () => void): void {
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (isLoading) return
    if (known.current !== null && compareIds(newestOwn, known.current) > 0) toEnd()
    known.current = newestOwn
  }, [isLoading, newestOwn, toEnd])
}

/** How many messages came from the customer since the reader left the end of the thread; 0 while there. */
export function useArrived(messages: readonly MessageEntity[], atEnd: boolean): number {
  const [leftAt, setLeftAt] = useState<string | null>(null)
  const newest = messages.at(-1)?.id ?? null
  if (atEnd && leftAt !== newest) setLeftAt(newest)
  if (atEnd || leftAt === null) return 0
  const from = messages.findLastIndex(message => message.id === leftAt)
  return messages.slice(from + 1).filter(message => message.direction === 'INBOUND').length
}
