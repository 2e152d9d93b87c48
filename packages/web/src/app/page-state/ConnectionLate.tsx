import { Suspense, useEffect, useState } from 'react'
import { useSession } from '../../data/session/session.ts'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'

const bar = lazyWithRetry(async () => (await import('./ConnectionBar.tsx')).ConnectionBar)

/** Soon after the screen stands, so that it is there before the line is cut. */
const soonMs = 1_000

/** The bar about the connection. Its code, and the outbox's, is not part of the first load. */
export function ConnectionLate() {
  const [isTime, setTime] = useState(false)
  const agentId = useSession()?.user.id
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), soonMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    isTime &&
    agentId !== undefined && (
      <Suspense fallback={null}>
        <bar.Part agentId={agentId} />
      </Suspense>
    )
  )
}
