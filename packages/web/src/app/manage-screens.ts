import type { PolicyName } from '@parley/core/words/policy'
import { ScrollText, Settings2, Users } from 'lucide-react'
import { lazyPart } from '../ui/lazy-part.ts'

const people = lazyPart(async () => (await import('../pages/PeoplePage.tsx')).PeoplePage)

const audit = lazyPart(async () => (await import('../pages/AuditPage.tsx')).AuditPage)

const settings = lazyPart(async () => (await import('../pages/SettingsPage.tsx')).SettingsPage)

/** Screens for some: each is offered, and opens, to whom its rule lets through. */
export const manageScreens = [
  { to: '/people', label: 'People', icon: Users, policy: 'people', screen: people },
  { to: '/audit', label: 'Audit log', icon: ScrollText, policy: 'audit', screen: audit },
  { to: '/settings', label: 'Settings', icon: Settings2, policy: 'settings', screen: settings },
] as const satisfies readonly { readonly policy: PolicyName; readonly [name: string]: unknown }[]
