import { createStore, useStore } from '../../store.ts'

const tickMs = 30_000

const now = createStore(new Date(), ({ set }) => {
  const tick = () => set(new Date())
  // Nobody moved it on while nobody looked.
  tick()
  const timer = setInterval(tick, tickMs)
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
})

/** The present for what is shown: one clock for the page, at most 30 s behind, right again when the tab is looked at. */
export const useNow = (): Date => useStore(now)
