import type { PolicyName } from '@parley/core/access/policies'
import { lazyWithRetry } from '../ui/lazy-part.ts'

const getStarted = lazyWithRetry(async () => (await import('../pages/GetStartedPage.tsx')).GetStartedPage)

const channel = lazyWithRetry(async () => (await import('../pages/ChannelPage.tsx')).ChannelPage)

const bot = lazyWithRetry(async () => (await import('../pages/BotPage.tsx')).BotPage)

const people = lazyWithRetry(async () => (await import('../pages/PeoplePage.tsx')).PeoplePage)

const audit = lazyWithRetry(async () => (await import('../pages/AuditPage.tsx')).AuditPage)

const settings = lazyWithRetry(async () => (await import('../pages/SettingsPage.tsx')).SettingsPage)

/** Screens for some: each is offered, and opens, to whom its rule lets through. */
export const manageScreens = [
  { to: '/get-started', label: 'Get started', policy: 'settings', screen: getStarted },
  { to: '/channel', label: 'Channel', policy: 'channel', screen: channel },
  { to: '/bot', label: 'Bot', policy: 'bot', screen: bot },
  { to: '/people', label: 'People', policy: 'people', screen: people },
  { to: '/audit', label: 'Audit log', policy: 'audit', screen: audit },
  { to: '/settings', label: 'Settings', policy: 'settings', screen: settings },
] as const satisfies readonly { readonly policy: PolicyName; readonly [name: string]: unknown }[]
