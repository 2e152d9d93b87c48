import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Route, Routes } from 'react-router'
import { ConversationsPage } from '../pages/ConversationsPage.tsx'
import { LoginPage } from '../pages/LoginPage.tsx'
import { NotFound, NotFoundPage } from '../pages/NotFoundPage.tsx'
import { lazyWithRetry } from '../ui/lazy-part.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import { manageScreens } from './manage-screens.ts'
import { Permitted } from './Permitted.tsx'
import { queryClient } from './query-client.ts'
import { RequireSession } from './RequireSession.tsx'
import { Shell } from './Shell.tsx'

const home = lazyWithRetry(async () => (await import('../pages/HomePage.tsx')).HomePage)

const conversation = lazyWithRetry(
  async () => (await import('../pages/ConversationPage.tsx')).ConversationPage,
)

const queue = lazyWithRetry(async () => (await import('../pages/QueuePage.tsx')).QueuePage)

const ticket = lazyWithRetry(async () => (await import('../pages/TicketPage.tsx')).TicketPage)

const tickets = lazyWithRetry(async () => (await import('../pages/TicketsPage.tsx')).TicketsPage)

const applications = lazyWithRetry(
  async () => (await import('../pages/ApplicationsPage.tsx')).ApplicationsPage,
)

const application = lazyWithRetry(async () => (await import('../pages/ApplicationPage.tsx')).ApplicationPage)

const search = lazyWithRetry(async () => (await import('../pages/SearchPage.tsx')).SearchPage)

const shift = lazyWithRetry(async () => (await import('../pages/ShiftPage.tsx')).ShiftPage)

const account = lazyWithRetry(async () => (await import('../pages/AccountPage.tsx')).AccountPage)

const cannedReplies = lazyWithRetry(
  async () => (await import('../pages/CannedRepliesPage.tsx')).CannedRepliesPage,
)

/** Every screen and its address. */
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
              <Route path="/" element={<home.Part />} />
              <Route path="/conversations" element={<ConversationsPage />} />
              <Route path="/conversations/:id" element={<conversation.Part />} />
              <Route path="/queue" element={<queue.Part />} />
              <Route path="/applications" element={<applications.Part key="ipp" kind="ipp" />} />
              <Route path="/applications/:id" element={<application.Part key="ipp" kind="ipp" />} />
              <Route path="/lib-applications" element={<applications.Part key="lib" kind="lib" />} />
              <Route path="/lib-applications/:id" element={<application.Part key="lib" kind="lib" />} />
              <Route path="/tickets" element={<tickets.Part />} />
              <Route path="/tickets/:ticketId" element={<ticket.Part />} />
              <Route path="/search" element={<search.Part />} />
              <Route path="/shift" element={<shift.Part />} />
              <Route path="/account" element={<account.Part />} />
              <Route path="/canned-replies" element={<cannedReplies.Part />} />
              {manageScreens.map(({ to, policy, screen }) => (
                <Route
                  key={to}
                  path={to}
                  element={
                    <Permitted policy={policy}>
                      <screen.Part />
                    </Permitted>
                  }
                />
              ))}
              <Route path="*" element={<NotFound />} />
            </Route>
          </Routes>
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  )
}
