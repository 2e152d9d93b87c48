import { useSyncExternalStore } from 'react'
import { Present } from './present.ts'

const present = new Present({
  read: () => new Date(),
  every: (ms, run) => {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
  onVisible: run => {
    document.addEventListener('visibilitychange', run)
    return () => document.removeEventListener('visibilitychange', run)
  },
})

/** The present for what is shown: one clock for the page, at most 30 s behind, right again when the tab is looked at. */
export const useNow = (): Date => useSyncExternalStore(present.subscribe, () => present.now)
