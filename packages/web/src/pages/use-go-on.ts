import { type RefObject, useMemo, useRef } from 'react'
import { besideQueue, useMediaQuery } from '../ui/use-media-query.ts'
import type { QueueHandle } from './QueueRail.tsx'

/** What a reply that is to lead on to the next conversation needs. */
export interface GoOn {
  /** The reply that is being sent leads on, once it has been sent. */
  readonly wish: () => void
  /** It does not: it was taken back. */
  readonly forget: () => void
  /** Puts the focus into the queue. */
  readonly toQueue: () => void
  /** Whether there is a queue beside the desk. */
  readonly isPossible: boolean
}

/** What comes next is what did when the agent pressed: the answer itself puts the conversation behind those who wait. */
export function useGoOn(queue: RefObject<QueueHandle | null>): GoOn & { readonly sent: () => void } {
  const isPossible = useMediaQuery(besideQueue)
  const wished = useRef<(() => void) | null>(null)
  return useMemo(
    () => ({
      isPossible,
      wish: () => {
        const { current: beside } = queue
        if (beside !== null) wished.current = beside.goOn() ?? beside.focus
      },
      forget: () => {
        wished.current = null
      },
      toQueue: () => queue.current?.focus(),
      sent: () => {
        const go = wished.current
        wished.current = null
        go?.()
      },
    }),
    [queue, isPossible],
  )
}
