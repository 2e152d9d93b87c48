import { createStore, useSelected } from '../../store.ts'
import { type Preferences, preference, rememberPreference } from './preferences.ts'

/** How its user works in this browser. */
type Choices = Pick<
  Preferences,
  'sidebar' | 'workSidebar' | 'customerPanel' | 'inboxView' | 'startScreen' | 'letterKeys' | 'afterFinishing'
>

const chosen = createStore<Choices>({
  sidebar: 'open',
  workSidebar: 'collapsed',
  customerPanel: 'open',
  inboxView: 'by-role',
  startScreen: 'by-role',
  letterKeys: 'on',
  afterFinishing: 'next',
})

/** Reads all of them. Wait for it before the first render: what folds or changes afterwards moves the page. */
export async function startChoices(): Promise<void> {
  const [sidebar, workSidebar, customerPanel, inboxView, startScreen, letterKeys, afterFinishing] =
    await Promise.all([
      preference('sidebar'),
      preference('workSidebar'),
      preference('customerPanel'),
      preference('inboxView'),
      preference('startScreen'),
      preference('letterKeys'),
      preference('afterFinishing'),
    ])
  chosen.set({ sidebar, workSidebar, customerPanel, inboxView, startScreen, letterKeys, afterFinishing })
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
