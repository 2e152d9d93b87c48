import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { agentStorage } from '../client/device/own-kept.ts'
import { servedAreas } from '../data/capabilities/queries.ts'
import { useSession } from '../data/session/session.ts'
import { hasScreen } from './routes.tsx'

interface RequireSessionProps {
  readonly children: ReactNode
  /** What anybody sees at an address that no screen has. */
  readonly elsewhere: ReactNode
}

/** Shows its children to a signed-in agent and sends anybody else to sign-in. */
export function RequireSession({ children, elsewhere }: RequireSessionProps) {
  const session = useSession()
  const { pathname } = useLocation()
  if (session === null) return hasScreen(pathname) ? <Navigate to="/login" replace /> : elsewhere
  return <OneAgent key={session.user.id}>{children}</OneAgent>
}

/** What was cached for one agent, and the key of what they keep, is gone before the next one signs in. */
function OneAgent({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  useEffect(() => {
    void client.prefetchQuery(servedAreas)
    return () => {
      client.clear()
      void agentStorage.lock()
    }
  }, [client])
  return children
}
