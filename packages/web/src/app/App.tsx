import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { type ReactNode, useEffect } from 'react'
import { LoginPage } from '../pages/LoginPage.tsx'
import { NotFound, NotFoundPage, Permitted } from '../pages/NoScreen.tsx'
import { CrashBoundary } from './page-state/CrashBoundary.tsx'
import { queryClient } from './query-client.ts'
import { hasScreen, manageRoutes, workRoutes } from './routes.tsx'
import { Shell } from './Shell.tsx'
import { agentStorage } from '../client/device/own-kept.ts'
import { servedAreas } from '../data/capabilities/queries.ts'
import { useSession } from '../data/session/session.ts'

export const App = () => (
  <CrashBoundary>
    <QueryClientProvider client={queryClient}>
      {/* At once and in one piece with what led there: in slices between frames the next thread took half as long again. */}
      <BrowserRouter useTransitions={false}>
        <Routes>
          <Route path="/login" element={<LoginPage />} />
          <Route
            element={
              <RequireSession>
                <Shell />
              </RequireSession>
            }
          >
            {workRoutes.map(({ path, element }) => (
              <Route key={path} path={path} element={element} />
            ))}
            {manageRoutes.map(({ path, policy, element }) => (
              <Route key={path} path={path} element={<Permitted policy={policy}>{element}</Permitted>} />
            ))}
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>
  </CrashBoundary>
)

/** Shows its children to a signed-in agent and sends anybody else to sign-in, but for addresses that no screen has. */
function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  if (session === null) return hasScreen(pathname) ? <Navigate to="/login" replace /> : <NotFoundPage />
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
