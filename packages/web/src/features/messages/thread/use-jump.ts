import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ThreadView } from '../../../data/messages/thread.ts'
import { rowIdOf, type ThreadRow } from './thread-rows.ts'
import type { ThreadScroll } from './use-thread-scroll.ts'

const markedMs = 2_500

interface Options {
  readonly rows: readonly ThreadRow[]
  readonly thread: ThreadView
  readonly box: RefObject<HTMLDivElement | null>
  readonly goTo: ThreadScroll['goTo']
}

/** Where a quote leads: to a row of the thread, however far back it lies. */
export function useJump({ rows, thread, box, goTo }: Options) {
  'use memo'
  // A new object for each click, so that a second one on the same quote goes there again.
  const [sought, setSought] = useState<{ readonly id: string } | null>(null)
  const index = sought === null ? -1 : rows.findIndex(row => rowIdOf(row) === sought.id)
  const isHere = index !== -1
  const { hasOlder, older, loadFarther } = thread
  const isFartherBack = sought !== null && !isHere && hasOlder
  useEffect(() => {
    // One that failed waits for its Retry, and then goes on from here.
    if (isFartherBack && older === 'idle') loadFarther()
  }, [isFartherBack, older, loadFarther])
  const focusWanted = useRef(false)
  useEffect(() => {
    if (sought === null || !isHere) return
    goTo(index, 'center')
    focusWanted.current = true
    const timer = setTimeout(() => setSought(null), markedMs)
    return () => clearTimeout(timer)
    // What comes before it meanwhile moves its index, and not the reader.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [sought, isHere, goTo])
  useEffect(() => {
    // The row stands in the page only once it was scrolled to.
    if (!focusWanted.current) return
    const row = box.current?.querySelector<HTMLElement>('[data-marked]')
    if (!row) return
    focusWanted.current = false
    row.focus({ preventScroll: true })
  })
  /** Brings a message to the eye and gives it the focus; older ones are fetched as far as it. */
  const to = (messageId: string) => setSought({ id: messageId })
  // Marked for a moment.
  return { to, marked: sought !== null && isHere ? sought.id : null }
}
