import { Activity, Bot, ListChecks, ScrollText, Settings2, Users } from 'lucide-react'
import type { manageScreens } from './manage-screens.ts'

/** What stands before the names of the screens for some. */
export const manageIcons = {
  '/get-started': ListChecks,
  '/channel': Activity,
  '/bot': Bot,
  '/people': Users,
  '/audit': ScrollText,
  '/settings': Settings2,
} as const satisfies Readonly<Record<(typeof manageScreens)[number]['to'], unknown>>
