import { preference, rememberPreference } from '../../data/session/preferences.ts'
import { createStore, useStore } from '../../store.ts'

const on = createStore(true, () => {
  void startSoundChoice()
  return () => undefined
})
/** Chosen on this page: what was remembered before counts no more. */
let chosen = false

let reading: Promise<void> | null = null

/** Reads the remembered choice, once for the page. Wait for it before anything may sound. */
export function startSoundChoice(): Promise<void> {
  reading ??= preference('sound').then(choice => {
    if (!chosen) on.set(choice === 'on')
    return undefined
  })
  return reading
}

/** Turns the sound on or off at once and remembers it. */
export function chooseSound(next: boolean): void {
  chosen = true
  on.set(next)
  void rememberPreference('sound', next ? 'on' : 'off')
}

export const isSoundOn = on.get

/** Whether new notices are heard. */
export const useSoundChoice = (): boolean => useStore(on)
