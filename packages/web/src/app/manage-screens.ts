import type { PolicyName } from '@parley/core/words/policy'
import { ScrollText, Settings2, Users } from 'lucide-react'

/** Screens for some: each is offered to whom its rule lets through. */
export const manageScreens = [
  { to: '/people', label: 'People', icon: Users, policy: 'people' },
  { to: '/audit', label: 'Audit log', icon: ScrollText, policy: 'audit' },
  { to: '/settings', label: 'Settings', icon: Settings2, policy: 'settings' },
] as const satisfies readonly { readonly policy: PolicyName; readonly [name: string]: unknown }[]
