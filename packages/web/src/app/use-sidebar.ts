import { useEffect, useState } from 'react'
import { preference, rememberPreference } from '../data/preferences.ts'

/** Whether the sidebar is narrow, remembered in this browser. */
export interface SidebarState {
  readonly collapsed: boolean
  readonly toggle: () => void
}

export function useSidebar(): SidebarState {
  const [collapsed, setCollapsed] = useState(false)
  useEffect(() => {
    void preference('sidebar').then(remembered => setCollapsed(remembered === 'collapsed'))
  }, [])
  const toggle = () => {
    setCollapsed(!collapsed)
    void rememberPreference('sidebar', collapsed ? 'open' : 'collapsed')
  }
  return { collapsed, toggle }
}
