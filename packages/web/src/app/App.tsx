import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Route, Routes } from 'react-router'
import { LoginPage } from '../pages/LoginPage.tsx'
import { NotFound, NotFoundPage } from '../pages/NotFoundPage.tsx'
import { CrashBoundary } from './page-state/CrashBoundary.tsx'
import { Permitted } from '../pages/Permitted.tsx'
import { queryClient } from './query-client.ts'
import { RequireSession } from './RequireSession.tsx'
import { manageRoutes, workRoutes } from './routes.tsx'
import { Shell } from './Shell.tsx'

export function App() {
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        {/* At once and in one piece with what led there: in slices between frames the next thread took half as long again. */}
        <BrowserRouter useTransitions={false}>
          <Routes>
            <Route path="/login" element={<LoginPage />} />
            <Route
              element={
                <RequireSession elsewhere={<NotFoundPage />}>
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
}
