import type { Role } from '../access/policies.ts'
import type { secondFactorRule } from '../settings/constants.ts'

/**
 * How often a password may be tried for one account. OWASP's authentication sheet asks for a count per account with a
 * lock that grows, and ASVS 5 (6.3.1) for both without a way to keep the owner out: so a browser that has signed in
 * before has a count of its own (OWASP's device cookies), and these rules hold for either count. Ten tries cover a
 * person who has forgotten; the 24 a day that are left after them are far below NIST 800-63B's hundred in a row.
 */
export const freeTries = 10
const firstLockMs = 60_000
const longestLockMs = 60 * 60_000
/** A count without a further failure for so long begins anew. */
export const forgottenAfterMs = 24 * 60 * 60_000

/** Wrong codes of a second factor stay counted for so long after a right one: the owner's sign-ins give a guesser no new tries. */
const codesRememberedMs = 60 * 60_000

/** A count as it is kept: tries since the last success, each of them taken for a failure until it is known better. */
export interface Tries {
  readonly failures: number
  readonly lastAt: Date
  /** Until then every try is refused unread. */
  readonly lockedUntil: Date | null
}

/** Milliseconds of the lock after so many failures: a minute after the tenth, doubled by each further one, at most an hour. */
export function lockMs(failures: number): number {
  if (failures < freeTries) return 0
  return Math.min(longestLockMs, firstLockMs * 2 ** Math.min(failures - freeTries, 10))
}

/** Whole seconds, at least one, until a locked count takes a try again; null where it takes one now. */
export function secondsLocked(tries: Tries | null, now: Date): number | null {
  const left = (tries?.lockedUntil?.getTime() ?? 0) - now.getTime()
  return left > 0 ? Math.ceil(left / 1000) : null
}

/**
 * The count after one more try, which is counted before the password is looked at, so that tries at the same moment do
 * not pass together. One that is refused counts as none: it has learnt nothing, and must not lengthen the lock.
 */
export function countTry(tries: Tries | null, now: Date): Tries {
  if (tries !== null && secondsLocked(tries, now) !== null) return tries
  const isForgotten = tries === null || now.getTime() - tries.lastAt.getTime() >= forgottenAfterMs
  const failures = isForgotten ? 1 : tries.failures + 1
  const ms = lockMs(failures)
  return { failures, lastAt: now, lockedUntil: ms === 0 ? null : new Date(now.getTime() + ms) }
}

/** Whether a right code begins the count of codes anew: the last try before it is long ago. */
export const forgivesCodes = (before: Tries | null, now: Date): boolean =>
  before === null || now.getTime() - before.lastAt.getTime() >= codesRememberedMs

/** Who must have a second factor: what a workspace decided. */
export type SecondFactorRule = (typeof secondFactorRule)[number]

/** Whether somebody of this role must have one. */
export const isSecondFactorDemanded = (rule: SecondFactorRule, role: Role): boolean =>
  rule === 'everybody' || (rule === 'administrators' && role === 'ADMINISTRATOR')

/** How many recovery codes are made at once. */
export const recoveryCodes = 10
/** 80 bits each, so that a hash of one needs no salt and no cost. */
export const recoveryLetters = 16
/** Crockford's: without letters that are read as figures. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const recoveryPattern = new RegExp(`^[${alphabet}]+$`)

/** A recovery code of these bytes, in groups of four: "7K3M-Q0XB-91TZ-HV5C". One letter for each byte. */
export const recoveryCodeOf = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => alphabet[byte % alphabet.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** What was typed for a code: six figures of the app, a recovery code as it was made, or neither. */
export type TypedCode = { readonly app: string } | { readonly recovery: string } | null

/** Spaces, dashes and small letters do not matter, nor O for 0 and I or L for 1. */
export function typedCode(text: string): TypedCode {
  const plain = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(plain)) return { app: plain }
  const read = plain.replace(/O/g, '0').replace(/[IL]/g, '1')
  if (read.length !== recoveryLetters || !recoveryPattern.test(read)) return null
  return { recovery: read.replace(/(.{4})(?=.)/g, '$1-') }
}
