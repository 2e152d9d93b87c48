import { useSyncExternalStore } from 'react'
import { createStore } from '../store.ts'

const secondMs = 1_000
let aheadMs = 0

/** Takes note of the server's time, as an answer's Date header gives it. */
export function noteServerTime(header: string | null, now: number): void {
  const at = header === null ? Number.NaN : Date.parse(header)
  if (!Number.isNaN(at)) aheadMs = at - now
}

/**
 * Now by the server's clock, in milliseconds, right to about a second: deadlines are the server's, and the clock of an
 * agent's machine may be minutes away from it.
 */
export const serverNow = (): number => Date.now() + aheadMs

/** One timer for all that is shown. */
const ticks = createStore(0, ({ get, set }) => {
  const timer = setInterval(() => set(get() + 1), secondMs)
  return () => clearInterval(timer)
})

/** The same in whole seconds, ticking. */
export const useServerNow = (): number =>
  useSyncExternalStore(ticks.subscribe, () => Math.floor(serverNow() / secondMs) * secondMs)
