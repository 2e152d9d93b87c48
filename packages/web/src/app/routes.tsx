import { t } from '@parley/core/text/translate'
import type { PolicyName } from '@parley/core/access/policies'
import { ListChecks, type LucideIcon, Settings2, Users } from 'lucide-react'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import { matchPath, Navigate, useLocation } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { Permitted } from '../pages/NoScreen.tsx'
import { ConversationsPage } from '../pages/work/ConversationsPage.tsx'
import { lazyWithRetry } from '../ui/hooks/lazy-part.ts'
import { servedAreas } from '../data/capabilities/queries.ts'
import { useChoice } from '../data/session/preferences.ts'
import { hasJustSignedIn } from '../pages/LoginPage.tsx'
import { Loading } from '../ui/states/Spinner.tsx'
import { useOfferedSetup } from '../data/setup/setup.ts'

/** A screen whose code comes when it is opened. */
function screen(load: () => Promise<ComponentType>): ReactElement {
  const { Part } = lazyWithRetry(load)
  return <Part />
}

const applications = lazyWithRetry(
  async () => (await import('../pages/work/ApplicationsPage.tsx')).ApplicationsPage,
)
const application = lazyWithRetry(
  async () => (await import('../pages/work/ApplicationPage.tsx')).ApplicationPage,
)
const home = screen(async () => (await import('../pages/home/HomePage.tsx')).HomePage)
const settings = screen(async () => (await import('../pages/settings/SettingsPage.tsx')).SettingsPage)

/** A screen within the shell. */
interface ScreenRoute {
  readonly path: string
  /** Its name in the top bar and in the browser's tab. */
  readonly title: string
  readonly element: ReactElement
}

/** A screen of the administration, in the sidebar for those whom the policy lets in. */
interface ManageRoute extends ScreenRoute {
  readonly policy: PolicyName
  readonly icon: LucideIcon
}

/** Addresses from before these screens were sections of the settings. */
const moved = [
  ['/people', t('People'), '/settings/people'],
  ['/audit', t('Audit log'), '/settings/audit'],
  ['/channel', t('Channel'), '/settings/channels'],
  ['/bot', t('Bot'), '/settings/bot'],
] as const

const kinds = [
  ['/applications', t('IPP Applications'), 'ipp'],
  ['/lib-applications', t('LIB Flex Applications'), 'lib'],
] as const

export const workRoutes: readonly ScreenRoute[] = [
  {
    path: '/inbox',
    title: t('Inbox'),
    element: screen(async () => (await import('../pages/work/InboxPage.tsx')).InboxPage),
  },
  { path: '/', title: t('Dashboard'), element: <StartScreen dashboard={home} /> },
  { path: '/conversations', title: t('Conversations'), element: <ConversationsPage /> },
  {
    path: '/conversations/:id',
    title: t('Conversations'),
    element: screen(async () => (await import('../pages/work/ConversationPage.tsx')).ConversationPage),
  },
  // Two kinds of one screen have keys of their own, so that neither keeps the other's state.
  ...kinds.flatMap(([path, title, kind]) => [
    { path, title, element: <applications.Part key={kind} kind={kind} /> },
    { path: `${path}/:id`, title, element: <application.Part key={kind} kind={kind} /> },
  ]),
  {
    path: '/tickets',
    title: t('Tickets'),
    element: screen(async () => (await import('../pages/work/TicketsPage.tsx')).TicketsPage),
  },
  {
    path: '/tickets/:ticketId',
    title: t('Ticket'),
    element: screen(async () => (await import('../pages/work/TicketPage.tsx')).TicketPage),
  },
  {
    path: '/search',
    title: t('Search'),
    element: screen(async () => (await import('../pages/work/SearchPage.tsx')).SearchPage),
  },
  {
    path: '/shift',
    title: t('End of shift'),
    element: screen(async () => (await import('../pages/work/ShiftPage.tsx')).ShiftPage),
  },
  {
    path: '/account',
    title: t('Your account'),
    element: screen(async () => (await import('../pages/office/AccountPage.tsx')).AccountPage),
  },
  {
    path: '/canned-replies',
    title: t('Canned replies'),
    element: screen(async () => (await import('../pages/office/CannedRepliesPage.tsx')).CannedRepliesPage),
  },
  // Each section has a policy of its own beside this one, by which the page goes.
  {
    path: '/settings/:section',
    title: t('Settings'),
    element: <Permitted policy="people">{settings}</Permitted>,
  },
  ...moved.map(([path, title, to]) => ({ path, title, element: <Moved to={to} /> })),
]

export const manageRoutes: readonly ManageRoute[] = [
  {
    path: '/get-started',
    title: t('Get started'),
    policy: 'settings',
    icon: ListChecks,
    element: screen(async () => (await import('../pages/office/GetStartedPage.tsx')).GetStartedPage),
  },
  // What supervisors come for each day.
  { path: '/settings/people', title: t('People'), policy: 'people', icon: Users, element: settings },
  // Supervisors have sections too.
  { path: '/settings', title: t('Settings'), policy: 'people', icon: Settings2, element: settings },
]

const screenAt = (pathname: string): ScreenRoute | undefined =>
  [...workRoutes, ...manageRoutes].find(({ path }) => matchPath(path, pathname) !== null)

/** Whether there is a screen at an address. */
export const hasScreen = (pathname: string): boolean => screenAt(pathname) !== undefined

/** The name of the screen at an address. */
export const screenTitle = (pathname: string): string => screenAt(pathname)?.title ?? t('Page Not Found')

/** At an earlier address of a screen: leads to its present one, with what the address asked for. */
function Moved({ to }: { readonly to: string }) {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: to, search, hash }} replace />
}

/** The dashboard, or for somebody who has just signed in the screen that they start with: agents with the inbox, unless they chose. */
function StartScreen({ dashboard }: { readonly dashboard: ReactNode }) {
  const { state } = useLocation()
  const chosen = useChoice('startScreen')
  const { data, isError } = useQuery(servedAreas)
  if (!hasJustSignedIn(state) || chosen === 'dashboard') return dashboard
  if (chosen === 'inbox' || data?.role === 'AGENT') return <Navigate to="/inbox" replace />
  // Who they are is known within one answer.
  if (data !== undefined || isError) return dashboard
  return <Loading tone="muted" label={t('Loading the screen')} />
}

/** The screens of the administration that the signed-in agent may open. */
export function useManageScreens(): readonly ManageRoute[] {
  const may = useQuery(servedAreas).data?.may ?? []
  return manageRoutes.filter(({ policy }) => may.includes(policy))
}

/** Those of the sidebar and the menu: the first steps stand there only until they are done or skipped. */
export function useOfferedScreens(): readonly ManageRoute[] {
  const isSetupOffered = useOfferedSetup() !== null
  return useManageScreens().filter(({ path }) => path !== '/get-started' || isSetupOffered)
}
