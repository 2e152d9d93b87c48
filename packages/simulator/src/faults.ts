/** Faults on demand. Each fires a given number of times and ends. */
export const faultNames = [
  'webhook-duplicate',
  'webhook-bad-signature',
  'status-first',
  'server-error',
  'bare-500',
  'bare-429',
  'time-out',
  'reset',
  'answer-lost',
  'window-closed',
  'window-closed-later',
  'undeliverable-later',
  'refused',
  'refused-later',
  'token-expired',
  'media-limited',
  'media-error',
  'media-gone',
  'media-moved',
  'media-cut',
] as const
export type FaultName = (typeof faultNames)[number]

const defaultCode = 131_000

export type Faults = ReturnType<typeof faultsOf>

/** Armed faults; `changed` is called after every change. */
export function faultsOf(changed: () => void) {
  const armed = new Map<FaultName, { times: number; code: number }>()

  /** Uses the fault once and answers the code it was armed with; null when it is not armed. */
  function takeCode(name: FaultName): number | null {
    const fault = armed.get(name)
    if (fault === undefined) return null
    fault.times -= 1
    if (fault.times === 0) armed.delete(name)
    changed()
    return fault.code
  }

  return {
    /** From now on the fault fires `times` times; `refused` and `refused-later` refuse with `code`. */
    arm(name: FaultName, times: number, code = defaultCode): void {
      armed.set(name, { times, code })
      changed()
    },
    /** Ends one fault, or all. */
    clear(name?: FaultName): void {
      if (name === undefined) armed.clear()
      else armed.delete(name)
      changed()
    },
    takeCode,
    /** Uses the fault once; false when it is not armed. */
    take: (name: FaultName): boolean => takeCode(name) !== null,
    /** How often each armed fault will still fire. */
    left: (): Partial<Record<FaultName, number>> =>
      Object.fromEntries([...armed].map(([name, { times }]) => [name, times])),
  }
}
