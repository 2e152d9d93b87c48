import type { AfterFinishing } from '@parley/core/conversations/finish'
import { keepOpen, readOpen } from '../../client/device/device-store.ts'
import { createStore, useSelected } from '../../store.ts'

/** What this browser remembers for its user beside the session. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  readonly sidebar: 'open' | 'collapsed'
  /** The same where a conversation is worked on beside its queue. */
  readonly workSidebar: 'open' | 'collapsed'
  /** The customer's panel beside the thread, where there is room for both. */
  readonly customerPanel: 'open' | 'closed'
  /** What the inbox shows. */
  readonly inboxView:
    | 'by-role'
    | 'mine'
    | 'unassigned'
    | 'team'
    | 'closing'
    | 'failed'
    | 'snoozed'
    | 'mentions'
    /** A saved view, by its id. */
    | `saved-${string}`
  /** The screen after signing in: by role, agents start with the inbox and others with the dashboard. */
  readonly startScreen: 'by-role' | 'inbox' | 'dashboard'
  /** Whether single letters are commands. */
  readonly letterKeys: 'on' | 'off'
  /** What opens once a conversation is finished: resolved, snoozed or handed over. */
  readonly afterFinishing: AfterFinishing
  /** Whether a new notice is heard. */
  readonly sound: 'on' | 'off'
}

const defaults: Preferences = {
  theme: 'system',
  sidebar: 'open',
  workSidebar: 'collapsed',
  customerPanel: 'open',
  inboxView: 'by-role',
  startScreen: 'by-role',
  letterKeys: 'on',
  afterFinishing: 'next',
  sound: 'on',
}

/** One remembered choice; the default when there is none or the browser's database cannot be used. */
export const preference = async <K extends keyof Preferences>(name: K): Promise<Preferences[K]> =>
  (await readOpen<Preferences[K]>(`preference:${name}`)) ?? defaults[name]

/** Remembers a choice. A browser without a usable database forgets it with the page. */
export const rememberPreference = <K extends keyof Preferences>(
  name: K,
  value: Preferences[K],
): Promise<void> => keepOpen(`preference:${name}`, value)

/** How its user works in this browser: what a screen goes by from its first draw. */
const chosenNames = [
  'sidebar',
  'workSidebar',
  'customerPanel',
  'inboxView',
  'startScreen',
  'letterKeys',
  'afterFinishing',
] as const
type Choices = Pick<Preferences, (typeof chosenNames)[number]>

const chosen = createStore<Choices>(defaults)

/** Reads all of them. Wait for it before the first render: what folds or changes afterwards moves the page. */
export async function startChoices(): Promise<void> {
  const read = await Promise.all(chosenNames.map(async name => [name, await preference(name)] as const))
  chosen.set({ ...defaults, ...Object.fromEntries(read) })
}

/** Holds from now on, and the next time too. */
export function choose<K extends keyof Choices>(name: K, value: Preferences[K]): void {
  chosen.set({ ...chosen.get(), [name]: value })
  void rememberPreference(name, value)
}

/** One choice, followed. */
export const useChoice = <K extends keyof Choices>(name: K): Choices[K] =>
  useSelected(chosen, choices => choices[name])

/** One choice, as it is now. */
export const choiceOf = <K extends keyof Choices>(name: K): Choices[K] => chosen.get()[name]
