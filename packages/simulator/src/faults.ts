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
type FaultName = (typeof faultNames)[number]

/** Faults that refuse a message with one of Meta's codes, given when they are armed: at once, or after it was accepted. */
type CodedFault = Extract<FaultName, 'refused' | 'refused-later'>
/** The default code. */
const usualCode = 131_000

export type Faults = {
  /** From now on the fault fires `times` times, whatever was left before; `code` is for one that refuses with a code. */
  set: (name: FaultName, times: number, code?: number) => void
  /** Ends one fault, or all. */
  clear: (name?: FaultName) => void
  /** Uses the fault once; false when it has no time left. */
  take: (name: FaultName) => boolean
  /** The same of one that refuses with a code: the code, null when it has no time left. */
  takeCode: (name: CodedFault) => number | null
  /** Times left, of those that have any. */
  left: () => Partial<Record<FaultName, number>>
}

/** Armed faults; `changed` is called after every change. */
export function faultsOf(changed: () => void): Faults {
  const left = new Map<FaultName, number>()
  const codes = new Map<FaultName, number>()
  const take = (name: FaultName): boolean => {
    const times = left.get(name)
    if (times === undefined) return false
    if (times > 1) left.set(name, times - 1)
    else left.delete(name)
    changed()
    return true
  }
  return {
    set(name, times, code = usualCode) {
      left.set(name, times)
      codes.set(name, code)
      changed()
    },
    clear(name) {
      if (name === undefined) left.clear()
      else left.delete(name)
      changed()
    },
    take,
    takeCode: name => (take(name) ? (codes.get(name) ?? usualCode) : null),
    left: () => Object.fromEntries(left),
  }
}

/** The time of the simulated WhatsApp: of messages, statuses and a customer's 24 hours. */
export type PushedClock = {
  now: () => Date
  /** Milliseconds by which it is ahead of the machine's own; negative: behind. */
  aheadMs: () => number
  /** Sets how far it is ahead from now on. Past times stay. */
  push: (aheadMs: number) => void
}

/** A clock that runs as `now` does, and can be pushed; `changed` is called after every push. */
export function pushedClockOf(now: () => Date, changed: (aheadMs: number) => void): PushedClock {
  let ahead = 0
  return {
    now: () => new Date(now().getTime() + ahead),
    aheadMs: () => ahead,
    push(aheadMs) {
      ahead = aheadMs
      changed(aheadMs)
    },
  }
}

/** Ids in Meta's shapes. `random` gives numbers in [0, 1), as Math.random does. */
export type Ids = { wamid: () => string; mediaId: () => string; trace: () => string }

/** Ids drawn from `random`: the same draws give the same ids. */
export function idsFrom(random: () => number): Ids {
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  return {
    wamid: () => `wamid.${draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 32)}`,
    mediaId: () => `1${draw('0123456789', 15)}`,
    trace: () => `A${draw('abcdefghijklmnopqrstuvwxyz0123456789', 22)}`,
  }
}
