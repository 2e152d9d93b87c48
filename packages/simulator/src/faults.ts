/** What can be made to go wrong. Each fires a given number of times and is then gone. */
export const faultNames = [
  'webhook-duplicate',
  'webhook-bad-signature',
  'status-first',
  'server-error',
  'bare-500',
  'time-out',
  'reset',
  'answer-lost',
  'window-closed',
  'window-closed-later',
  'undeliverable-later',
  'token-expired',
  'media-limited',
  'media-error',
  'media-gone',
  'media-moved',
  'media-cut',
] as const
export type FaultName = (typeof faultNames)[number]

export type Faults = {
  /** From now on the fault fires `times` times, whatever was left before. */
  set: (name: FaultName, times: number) => void
  /** Ends one fault, or all. */
  clear: (name?: FaultName) => void
  /** Uses the fault once; false when it has no time left. */
  take: (name: FaultName) => boolean
  /** Times left, of those that have any. */
  left: () => Partial<Record<FaultName, number>>
}

/** Armed faults; `changed` is told after every change. */
export function faultsOf(changed: () => void): Faults {
  const left = new Map<FaultName, number>()
  return {
    set(name, times) {
      left.set(name, times)
      changed()
    },
    clear(name) {
      if (name === undefined) left.clear()
      else left.delete(name)
      changed()
    },
    take(name) {
      const times = left.get(name)
      if (times === undefined) return false
      if (times > 1) left.set(name, times - 1)
      else left.delete(name)
      changed()
      return true
    },
    left: () => Object.fromEntries(left),
  }
}
