import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000

let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = new Date()
  for (const tell of listeners) tell()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  timer ??= setInterval(tick, TICK_MS)
  document.addEventListener('visibilitychange', tick)
  return () => {
    listeners.delete(changed)
    document.removeEventListener('visibilitychange', tick)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** The present for what is shown: one clock for the page, at most 30 s behind, right again when the tab is looked at. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
