import { choose, useChoice } from '../../data/session/preferences.ts'

/** Whether the sidebar is narrow, remembered in this browser. */
export interface SidebarState {
  readonly collapsed: boolean
  readonly toggle: () => void
}

/** The sidebar's width, and its switch. Beside a queue it has a width of its own, which is narrow until it is opened. */
export function useSidebar(isWorking: boolean): SidebarState {
  const name = isWorking ? 'workSidebar' : 'sidebar'
  const collapsed = useChoice(name) === 'collapsed'
  return { collapsed, toggle: () => choose(name, collapsed ? 'open' : 'collapsed') }
}
