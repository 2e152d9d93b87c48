import { useSyncExternalStore } from 'react'
import { preference, rememberPreference } from '../../data/session/preferences.ts'

let on = true
/** Chosen on this page: what was remembered before counts no more. */
let chosen = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  on = next
  for (const tell of listeners) tell()
}

let reading: Promise<void> | null = null

/** Reads the remembered choice, once for the page. Wait for it before anything may sound. */
export function startSoundChoice(): Promise<void> {
  reading ??= preference('sound').then(choice => {
    if (!chosen) set(choice === 'on')
    return undefined
  })
  return reading
}

/** Turns the sound on or off at once and remembers it. */
export function chooseSound(next: boolean): void {
  chosen = true
  set(next)
  void rememberPreference('sound', next ? 'on' : 'off')
}

export const isSoundOn = (): boolean => on

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  void startSoundChoice()
  return () => listeners.delete(changed)
}

/** Whether new notices are heard. */
export const useSoundChoice = (): boolean => useSyncExternalStore(subscribe, isSoundOn)
