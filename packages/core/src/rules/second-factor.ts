import type { Role } from '../words/policy.ts'
import type { secondFactorRule } from '../words/settings.ts'

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
