import { t } from '@parley/core/text/translate'
import type { PolicyName } from '@parley/core/access/policies'
import { Activity, Bot, ListChecks, type LucideIcon, ScrollText, Settings2, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import { matchPath } from 'react-router'
import { ConversationsPage } from '../pages/work/ConversationsPage.tsx'
import { lazyWithRetry } from '../ui/hooks/lazy-part.ts'
import { StartScreen } from './StartScreen.tsx'

const home = lazyWithRetry(async () => (await import('../pages/home/HomePage.tsx')).HomePage)
const conversation = lazyWithRetry(
  async () => (await import('../pages/work/ConversationPage.tsx')).ConversationPage,
)
const inbox = lazyWithRetry(async () => (await import('../pages/work/InboxPage.tsx')).InboxPage)
const ticket = lazyWithRetry(async () => (await import('../pages/work/TicketPage.tsx')).TicketPage)
const tickets = lazyWithRetry(async () => (await import('../pages/work/TicketsPage.tsx')).TicketsPage)
const applications = lazyWithRetry(
  async () => (await import('../pages/work/ApplicationsPage.tsx')).ApplicationsPage,
)
const application = lazyWithRetry(
  async () => (await import('../pages/work/ApplicationPage.tsx')).ApplicationPage,
)
const search = lazyWithRetry(async () => (await import('../pages/work/SearchPage.tsx')).SearchPage)
const shift = lazyWithRetry(async () => (await import('../pages/work/ShiftPage.tsx')).ShiftPage)
const account = lazyWithRetry(async () => (await import('../pages/office/AccountPage.tsx')).AccountPage)
const cannedReplies = lazyWithRetry(
  async () => (await import('../pages/office/CannedRepliesPage.tsx')).CannedRepliesPage,
)
const getStarted = lazyWithRetry(
  async () => (await import('../pages/office/GetStartedPage.tsx')).GetStartedPage,
)
const channel = lazyWithRetry(async () => (await import('../pages/office/ChannelPage.tsx')).ChannelPage)
const bot = lazyWithRetry(async () => (await import('../pages/office/BotPage.tsx')).BotPage)
const people = lazyWithRetry(async () => (await import('../pages/office/PeoplePage.tsx')).PeoplePage)
const audit = lazyWithRetry(async () => (await import('../pages/office/AuditPage.tsx')).AuditPage)
const settings = lazyWithRetry(async () => (await import('../pages/office/SettingsPage.tsx')).SettingsPage)

/** A screen within the shell. */
interface ScreenRoute {
  readonly path: string
  /** Its name in the top bar and in the browser's tab. */
  readonly title: string
  readonly element: ReactElement
}

/** A screen of the administration, in the sidebar for those whom the policy lets in. */
export interface ManageRoute extends ScreenRoute {
  readonly policy: PolicyName
  readonly icon: LucideIcon
}

/** Two kinds of one screen have keys of their own, so that neither keeps the other's state. */
export const workRoutes: readonly ScreenRoute[] = [
  { path: '/inbox', title: t('Inbox'), element: <inbox.Part /> },
  { path: '/', title: t('Dashboard'), element: <StartScreen dashboard={<home.Part />} /> },
  { path: '/conversations', title: t('Conversations'), element: <ConversationsPage /> },
  { path: '/conversations/:id', title: t('Conversations'), element: <conversation.Part /> },
  {
    path: '/applications',
    title: t('IPP Applications'),
    element: <applications.Part key="ipp" kind="ipp" />,
  },
  {
    path: '/applications/:id',
    title: t('IPP Applications'),
    element: <application.Part key="ipp" kind="ipp" />,
  },
  {
    path: '/lib-applications',
    title: t('LIB Flex Applications'),
    element: <applications.Part key="lib" kind="lib" />,
  },
  {
    path: '/lib-applications/:id',
    title: t('LIB Flex Applications'),
    element: <application.Part key="lib" kind="lib" />,
  },
  { path: '/tickets', title: t('Tickets'), element: <tickets.Part /> },
  { path: '/tickets/:ticketId', title: t('Ticket'), element: <ticket.Part /> },
  { path: '/search', title: t('Search'), element: <search.Part /> },
  { path: '/shift', title: t('End of shift'), element: <shift.Part /> },
  { path: '/account', title: t('Your account'), element: <account.Part /> },
  { path: '/canned-replies', title: t('Canned replies'), element: <cannedReplies.Part /> },
]

export const manageRoutes: readonly ManageRoute[] = [
  {
    path: '/get-started',
    title: t('Get started'),
    policy: 'settings',
    icon: ListChecks,
    element: <getStarted.Part />,
  },
  { path: '/channel', title: t('Channel'), policy: 'channel', icon: Activity, element: <channel.Part /> },
  { path: '/bot', title: t('Bot'), policy: 'bot', icon: Bot, element: <bot.Part /> },
  { path: '/people', title: t('People'), policy: 'people', icon: Users, element: <people.Part /> },
  { path: '/audit', title: t('Audit log'), policy: 'audit', icon: ScrollText, element: <audit.Part /> },
  {
    path: '/settings',
    title: t('Settings'),
    policy: 'settings',
    icon: Settings2,
    element: <settings.Part />,
  },
]

const screenAt = (pathname: string): ScreenRoute | undefined =>
  [...workRoutes, ...manageRoutes].find(({ path }) => matchPath(path, pathname) !== null)

/** Whether there is a screen at an address. */
export const hasScreen = (pathname: string): boolean => screenAt(pathname) !== undefined

/** The name of the screen at an address. */
export const screenTitle = (pathname: string): string => screenAt(pathname)?.title ?? t('Page Not Found')
