import { useEffect, useRef } from 'react'
import { recentEvents } from '../../sync/source.ts'

/** Events after which a figure may be another. */
const moving: ReadonlySet<string> = new Set([
  'new_message',
  'message',
  'conversation',
  'read',
  'ticket',
  'agent',
])

/**
 * Asks again some time after something happened that figures count, or one of `events`, while the page is looked at. What happens unseen, for
 * instance while the socket is away, is left to the caller's own slow rhythm.
 */
export function useRefetchOnChange(
  refetch: () => void,
  everyMs: number,
  events: ReadonlySet<string> = moving,
): void {
  const again = useRef(refetch)
  useEffect(() => {
    again.current = refetch
  })
  useEffect(() => {
    let bookmark = recentEvents.arrived
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      const stirred = recentEvents.arrivedSince(bookmark).some(({ event }) => events.has(event))
      bookmark = recentEvents.arrived
      if (stirred) again.current()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, events])
}
