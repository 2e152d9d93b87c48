import { useSyncExternalStore } from 'react'
import { type Preferences, preference, rememberPreference } from '../data/session/preferences.ts'

export type Theme = Preferences['theme']

const YEAR_S = 31_536_000
const listeners = new Set<() => void>()
let chosen: Theme = 'system'

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

function apply(): void {
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark().matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  for (const tell of listeners) tell()
}

/** The cookie is what public/theme.js can read before the first paint; IndexedDB holds the choice. */
function mirror(theme: Theme): void {
  const life = theme === 'system' ? 0 : YEAR_S
  document.cookie = `theme=${theme}; Path=/; Max-Age=${life}; SameSite=Strict`
}

/** Reads the remembered choice and follows the system from then on. Call once, when the page starts. */
export async function startTheme(): Promise<void> {
  systemIsDark().addEventListener('change', apply)
  chosen = await preference('theme')
  mirror(chosen)
  apply()
}

/** Changes the theme at once and remembers it; "system" follows the operating system again. */
export function chooseTheme(theme: Theme): void {
  chosen = theme
  mirror(theme)
  apply()
  void rememberPreference('theme', theme)
}

/** The choice in force. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    changed => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => chosen,
  )
}
