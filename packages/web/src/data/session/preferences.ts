import { get, set } from 'idb-keyval'

/** What this browser remembers for its user beside the session. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  readonly sidebar: 'open' | 'collapsed'
  /** Whether a new notice is heard. */
  readonly sound: 'on' | 'off'
}

const defaults: Preferences = { theme: 'system', sidebar: 'open', sound: 'on' }

/** One remembered choice; the default when there is none or the browser's database cannot be used. */
export async function preference<K extends keyof Preferences>(name: K): Promise<Preferences[K]> {
  try {
    return (await get<Preferences[K]>(`preference:${name}`)) ?? defaults[name]
  } catch (cause) {
    console.warn('Preferences cannot be read', cause)
    return defaults[name]
  }
}

/** Remembers a choice. A browser without a usable database forgets it with the page. */
export async function rememberPreference<K extends keyof Preferences>(
  name: K,
  value: Preferences[K],
): Promise<void> {
  try {
    await set(`preference:${name}`, value)
  } catch (cause) {
    console.warn('Preferences cannot be kept', cause)
  }
}
