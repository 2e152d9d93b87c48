import { type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useChoice } from '../../../data/session/preferences.ts'
import { besideQueue, useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import type { QueueHandle } from '../along-the-queue.ts'

/** Opens the next conversation once this one was dealt with. */
export interface AdvanceToNext {
  /** The reply that is being sent shall open the next conversation. */
  readonly arm: () => void
  /** The reply that is being sent shall resolve the conversation, and end the work on it. */
  readonly armToResolve: () => void
  readonly cancel: () => void
  /**
   * Chooses what opens once the conversation is finished: the next one, the list or nothing, as the agent prefers. What it
   * answers opens that, unless the agent has gone on by then.
   */
  readonly plan: () => () => void
  /** Puts the focus into the queue. */
  readonly toQueue: () => void
  /** Whether there is a queue beside the conversation. */
  readonly isPossible: boolean
}

/** What a reply that is sent asks. */
export interface Leaving {
  /** Whether the reply resolves the conversation. */
  readonly resolves: () => boolean
  readonly sent: () => void
}

const stay = () => undefined

/** The next conversation is chosen when the agent presses the button, since what it does reorders the queue. */
export function useAdvance(queue: RefObject<QueueHandle | null>): AdvanceToNext & Leaving {
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
  const plan = () => {
    const open = planned()
    return () => {
      if (isHere.current) open()
    }
  }
  return {
    isPossible,
    arm: () => {
      const { current: beside } = queue
      if (beside !== null) armed.current = { resolves: false, open: beside.next() ?? beside.focus }
    },
    armToResolve: () => {
      armed.current = { resolves: true, open: plan() }
    },
    cancel: () => {
      armed.current = null
    },
    plan,
    toQueue: () => queue.current?.focus(),
    resolves: () => armed.current?.resolves === true,
    sent: () => {
      const open = armed.current?.open
      armed.current = null
      open?.()
    },
  }
}
