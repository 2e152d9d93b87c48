/** The time of the simulated WhatsApp: what it writes on messages and statuses, and judges a customer's 24 hours by. */
export type PushedClock = {
  now: () => Date
  /** Milliseconds by which it is ahead of the machine's own; negative: behind. */
  aheadMs: () => number
  /** From now on it is so far ahead. What happened stays where it was. */
  push: (aheadMs: number) => void
}

/** A clock that runs as `now` does, and can be pushed; `changed` is told after every push. */
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
