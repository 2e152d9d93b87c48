import { type Preferences, preference, rememberPreference } from '../data/session/preferences.ts'
import { createStore, useStore } from '../store.ts'

export type Theme = Preferences['theme']

const YEAR_S = 31_536_000
const chosen = createStore<Theme>('system')

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

function apply(): void {
  const theme = chosen.get()
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark().matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
}

/** The cookie is what public/theme.js can read before the first paint; IndexedDB holds the choice. */
function mirror(theme: Theme): void {
  const life = theme === 'system' ? 0 : YEAR_S
  document.cookie = `theme=${theme}; Path=/; Max-Age=${life}; SameSite=Strict`
}

/** Reads the remembered choice and follows the system from then on. Call once, when the page starts. */
export async function startTheme(): Promise<void> {
  systemIsDark().addEventListener('change', apply)
  chosen.set(await preference('theme'))
  mirror(chosen.get())
  apply()
}

/** Changes the theme at once and remembers it; "system" follows the operating system again. */
export function chooseTheme(theme: Theme): void {
  chosen.set(theme)
  mirror(theme)
  apply()
  void rememberPreference('theme', theme)
}

/** The choice in force. */
export const useTheme = (): Theme => useStore(chosen)
