import type { Role } from '../access/policies.ts'
import type { secondFactorRule } from '../settings/constants.ts'

/**
 * The limit of password attempts for one account. OWASP's authentication sheet asks for a count per account with a growing lock.
 * ASVS 5 (6.3.1) asks for the same without a way to lock the owner out. So a browser that has signed in before has its own count
 * (OWASP's device cookies), and these rules hold for each count. Ten attempts suffice for a person who has forgotten the
 * password. The 24 a day that remain after them are far below NIST 800-63B's hundred in a row.
 */
const freeTries = 10
const firstLockMs = 60_000
const longestLockMs = 60 * 60_000
/** A count resets after this long without a failure. */
export const forgottenAfterMs = 24 * 60 * 60_000

/**
 * Wrong second-factor codes stay counted this long after a right one. Otherwise each of the owner's sign-ins would give an
 * attacker new attempts.
 */
const codesRememberedMs = 60 * 60_000

/** A stored count: attempts since the last success; each counts as a failure until it succeeds. */
export interface Tries {
  readonly failures: number
  readonly lastAt: Date
  /** Until then every attempt is rejected unread. */
  readonly lockedUntil: Date | null
}

/** The lock after this many failures, in milliseconds: a minute after the tenth, doubled by each further one, at most an hour. */
export function lockMs(failures: number): number {
  if (failures < freeTries) return 0
  return Math.min(longestLockMs, firstLockMs * 2 ** Math.min(failures - freeTries, 10))
}

/** Whole seconds, at least one, until a locked count accepts an attempt; null if it is not locked. */
export function secondsLocked(tries: Tries | null, now: Date): number | null {
  const left = (tries?.lockedUntil?.getTime() ?? 0) - now.getTime()
  return left > 0 ? Math.ceil(left / 1000) : null
}

/**
 * The count after one more attempt. It is counted before the password is checked, so that concurrent attempts cannot all pass. A
 * rejected attempt is not counted: it learnt nothing, and must not lengthen the lock.
 */
export function countTry(tries: Tries | null, now: Date): Tries {
  if (tries !== null && secondsLocked(tries, now) !== null) return tries
  const isForgotten = tries === null || now.getTime() - tries.lastAt.getTime() >= forgottenAfterMs
  const failures = isForgotten ? 1 : tries.failures + 1
  const ms = lockMs(failures)
  return { failures, lastAt: now, lockedUntil: ms === 0 ? null : new Date(now.getTime() + ms) }
}

/** Whether a right code resets the count of codes: the attempt before it was long ago. */
export const forgivesCodes = (before: Tries | null, now: Date): boolean =>
  before === null || now.getTime() - before.lastAt.getTime() >= codesRememberedMs

/** The workspace's rule on required second factors. */
type SecondFactorRule = (typeof secondFactorRule)[number]

/** Whether this role must have a second factor. */
export const isSecondFactorDemanded = (rule: SecondFactorRule, role: Role): boolean =>
  rule === 'everybody' || (rule === 'administrators' && role === 'ADMINISTRATOR')

/** The number of recovery codes in a set. */
export const recoveryCodes = 10
/** 80 bits each, so that a hash of one needs no salt and no cost. */
export const recoveryLetters = 16
/** Crockford's alphabet: without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const recoveryPattern = new RegExp(`^[${alphabet}]+$`)

/** The recovery code of these bytes, in groups of four: "7K3M-Q0XB-91TZ-HV5C". One letter per byte. */
export const recoveryCodeOf = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => alphabet[byte % alphabet.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** A typed code: six digits of the app, a recovery code, or neither. */
type TypedCode = { readonly app: string } | { readonly recovery: string } | null

/** Ignores spaces, dashes and case, and reads O as 0, and I or L as 1. */
export function typedCode(text: string): TypedCode {
  const plain = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(plain)) return { app: plain }
  const read = plain.replace(/O/g, '0').replace(/[IL]/g, '1')
  if (read.length !== recoveryLetters || !recoveryPattern.test(read)) return null
  return { recovery: read.replace(/(.{4})(?=.)/g, '$1-') }
}
