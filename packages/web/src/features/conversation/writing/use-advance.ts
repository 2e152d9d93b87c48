import { type RefObject, useRef } from 'react'
import { besideQueue, useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import type { QueueHandle } from '../along-the-queue.ts'

/** Opens the next conversation once a reply was sent. */
export interface AdvanceToNext {
  /** The reply that is being sent shall open the next conversation. */
  readonly arm: () => void
  readonly cancel: () => void
  /** Puts the focus into the queue. */
  readonly toQueue: () => void
  /** Whether there is a queue beside the conversation. */
  readonly isPossible: boolean
}

/** The next conversation is chosen when the agent presses Send, since sending reorders the queue. */
export function useAdvance(
  queue: RefObject<QueueHandle | null>,
): AdvanceToNext & { readonly sent: () => void } {
  'use memo'
  const isPossible = useMediaQuery(besideQueue)
  const armed = useRef<(() => void) | null>(null)
  return {
    isPossible,
    arm: () => {
      const { current: beside } = queue
      if (beside !== null) armed.current = beside.next() ?? beside.focus
    },
    cancel: () => {
      armed.current = null
    },
    toQueue: () => queue.current?.focus(),
    sent: () => {
      const open = armed.current
      armed.current = null
      open?.()
    },
  }
}
