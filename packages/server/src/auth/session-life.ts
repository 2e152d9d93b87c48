const day = 24 * 60 * 60

/** Seconds of a session after its last renewal: with remember-me, and without. */
export const lifetimes = { normal: 30 * day, short: day / 2 } as const

/** Seconds after which the password is needed again, despite renewals (ASVS 5, 7.3.2). */
export const longestLife = 30 * day

/** The end of a session that is last used now. `lifetime` in seconds. */
export function sessionEnd(createdAt: Date, now: Date, lifetime: number): Date {
  const last = createdAt.getTime() + longestLife * 1000
  return new Date(Math.min(now.getTime() + lifetime * 1000, last))
}

/** Its remaining whole seconds. */
export const secondsLeft = (end: Date, now: Date): number =>
  Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1000))
