import { matchPath } from 'react-router'

const screens = [
  { path: '/', title: 'Dashboard' },
  { path: '/conversations', title: 'Conversations' },
  { path: '/conversations/:id', title: 'Conversations' },
  { path: '/queue', title: 'Queue' },
  { path: '/applications', title: 'IPP Applications' },
  { path: '/applications/:id', title: 'IPP Applications' },
  { path: '/lib-applications', title: 'LIB Flex Applications' },
  { path: '/lib-applications/:id', title: 'LIB Flex Applications' },
  { path: '/tickets', title: 'Tickets' },
  { path: '/tickets/:ticketId', title: 'Ticket' },
  { path: '/search', title: 'Search' },
  { path: '/shift', title: 'End of shift' },
  { path: '/account', title: 'Your account' },
  { path: '/canned-replies', title: 'Canned replies' },
  { path: '/get-started', title: 'Get started' },
  { path: '/channel', title: 'Channel' },
  { path: '/bot', title: 'Bot' },
  { path: '/people', title: 'People' },
  { path: '/audit', title: 'Audit log' },
  { path: '/settings', title: 'Settings' },
]

const screenAt = (pathname: string) => screens.find(({ path }) => matchPath(path, pathname) !== null)

/** Whether there is a screen at an address. */
export const hasScreen = (pathname: string): boolean => screenAt(pathname) !== undefined

/** The name of the screen at an address, for the top bar and the browser's tab. */
export const screenTitle = (pathname: string): string => screenAt(pathname)?.title ?? 'Page Not Found'
