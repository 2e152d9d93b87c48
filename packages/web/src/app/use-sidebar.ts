import { useState } from 'react'
import { preference, rememberPreference } from '../data/session/preferences.ts'

/** Whether the sidebar is narrow, remembered in this browser. */
export interface SidebarState {
  readonly collapsed: boolean
  readonly toggle: () => void
}

let remembered = false

/** Reads the remembered width. Wait for it before the first render: a sidebar that folds afterwards moves the page. */
export async function startSidebar(): Promise<void> {
  remembered = (await preference('sidebar')) === 'collapsed'
}

/** The sidebar's width, and its switch. */
export function useSidebar(): SidebarState {
  const [collapsed, setCollapsed] = useState(remembered)
  const toggle = () => {
    remembered = !collapsed
    setCollapsed(remembered)
    void rememberPreference('sidebar', remembered ? 'collapsed' : 'open')
  }
  return { collapsed, toggle }
}
