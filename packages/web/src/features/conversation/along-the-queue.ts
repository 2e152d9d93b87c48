import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useChoice } from '../../data/session/preferences.ts'
import { besideQueue, useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { isFocusFree } from '../../ui/overlays/free-focus.ts'
import { isModalOpen } from '../../ui/overlays/open-modals.tsx'

/** What a conversation may ask of its queue. */
export interface QueueHandle {
  /** Returns what opens the conversation after the current one; null: there is none. */
  readonly next: () => (() => void) | null
  /** Puts the focus into the queue, on the current conversation, where the queue is beside it. */
  readonly focus: () => void
}

/** The state of a navigation by keys along the queue: the focus stays in the queue, until the page is loaded anew. */
export interface AlongTheQueue {
  /** The time origin of the page, which tells it from the next one. */
  readonly alongTheQueueOf: number
}

/** Whether this navigation goes along the queue. */
const isAlongTheQueue = (state: unknown): boolean =>
  (state as AlongTheQueue | null)?.alongTheQueueOf === performance.timeOrigin

/** Opens the next conversation once this one was dealt with. */
export type AdvanceToNext = ReturnType<typeof useAdvance>

/** What a reply that is sent asks. */
export type Leaving = Pick<AdvanceToNext, 'resolves' | 'sent'>

const stay = () => undefined

/** The next conversation is chosen when the agent presses the button, since what it does reorders the queue. */
export function useAdvance(queue: RefObject<QueueHandle | null>) {
  'use memo'
  const isPossible = useMediaQuery(besideQueue)
  const choice = useChoice('afterFinishing')
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const armed = useRef<{ readonly resolves: boolean; readonly open: () => void } | null>(null)
  const planned = (): (() => void) => {
    const { current: beside } = queue
    if (choice === 'stay') return stay
    if (choice === 'list') return () => void navigate('/conversations')
    return beside === null ? stay : (beside.next() ?? beside.focus)
  }
  /**
   * Chooses what opens once the conversation is finished: the next one, the list or nothing, as the agent prefers. What it
   * answers opens that, unless the agent has gone on by then.
   */
  const plan = () => {
    const open = planned()
    return () => {
      if (isHere.current) open()
    }
  }
  return {
    /** There is a queue beside the conversation. */
    isPossible,
    /** The reply that is being sent shall open the next conversation. */
    arm: () => {
      const { current: beside } = queue
      if (beside !== null) armed.current = { resolves: false, open: beside.next() ?? beside.focus }
    },
    /** The reply that is being sent shall resolve the conversation, and end the work on it. */
    armToResolve: () => {
      armed.current = { resolves: true, open: plan() }
    },
    cancel: () => {
      armed.current = null
    },
    plan,
    /** Puts the focus into the queue. */
    toQueue: () => queue.current?.focus(),
    /** Whether the reply resolves the conversation. */
    resolves: () => armed.current?.resolves === true,
    sent: () => {
      const open = armed.current?.open
      armed.current = null
      open?.()
    },
  }
}

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
