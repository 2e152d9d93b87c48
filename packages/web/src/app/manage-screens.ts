import type { PolicyName } from '@parley/core/words/policy'
import { Activity, Bot, ScrollText, Settings2, Users } from 'lucide-react'
import { lazyPart } from '../ui/lazy-part.ts'

const channel = lazyPart(async () => (await import('../pages/ChannelPage.tsx')).ChannelPage)

const bot = lazyPart(async () => (await import('../pages/BotPage.tsx')).BotPage)

const people = lazyPart(async () => (await import('../pages/PeoplePage.tsx')).PeoplePage)

const audit = lazyPart(async () => (await import('../pages/AuditPage.tsx')).AuditPage)

const settings = lazyPart(async () => (await import('../pages/SettingsPage.tsx')).SettingsPage)

/** Screens for some: each is offered, and opens, to whom its rule lets through. */
export const manageScreens = [
  { to: '/channel', label: 'Channel', icon: Activity, policy: 'channel', screen: channel },
  { to: '/bot', label: 'Bot', icon: Bot, policy: 'bot', screen: bot },
  { to: '/people', label: 'People', icon: Users, policy: 'people', screen: people },
  { to: '/audit', label: 'Audit log', icon: ScrollText, policy: 'audit', screen: audit },
  { to: '/settings', label: 'Settings', icon: Settings2, policy: 'settings', screen: settings },
] as const satisfies readonly { readonly policy: PolicyName; readonly [name: string]: unknown }[]
