import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router'
import { ownKept } from '../client/own-kept.ts'
import { servedAreas } from '../data/capabilities/queries.ts'
import { useSession } from '../data/session/session.ts'

/** Shows its children to a signed-in agent and sends anybody else to sign-in. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session === null) return <Navigate to="/login" replace />
  return <OneAgent key={session.user.id}>{children}</OneAgent>
}

/** What was cached for one agent, and the key of what they keep, is gone before the next one signs in. */
function OneAgent({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  useEffect(() => {
    void client.prefetchQuery(servedAreas)
    return () => {
      client.clear()
      void ownKept.lock()
    }
  }, [client])
  return children
}
