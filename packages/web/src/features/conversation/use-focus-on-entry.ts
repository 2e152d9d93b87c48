import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isFocusFree } from '../../ui/overlays/free-focus.ts'
import { isModalOpen } from '../../ui/overlays/open-modals.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { isAlongTheQueue } from './along-the-queue.ts'

/**
 * Who enters a conversation finds the focus in the composer. It is on the heading, which is returned, where there is no
 * composer, until one comes, and where a keyboard on the screen would rise over the thread. Who goes along the queue by
 * keys keeps it there.
 */
export function useFocusOnEntry(focusComposer: (() => void) | null): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const hasKeys = useMediaQuery('(min-width: 700px) and (not (pointer: coarse))')
  const isAlong = isAlongTheQueue(useLocation().state)
  const entered = useRef<'not' | 'heading' | 'done'>('not')
  useEffect(() => {
    const before = entered.current
    if (before === 'done') return
    entered.current = 'done'
    const isAt = document.activeElement === heading.current
    if (before === 'not' ? isModalOpen() || isAlong : !isAt && !isFocusFree()) return
    if (hasKeys && focusComposer !== null) return focusComposer()
    entered.current = 'heading'
    if (!isAt) heading.current?.focus({ preventScroll: true })
  }, [hasKeys, focusComposer, isAlong])
  return heading
}
