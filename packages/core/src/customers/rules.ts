import { t } from '../text/translate.ts'
import { readCopied } from '../text/fold.ts'

/**
 * A phone number in canonical form: "+" and the digits in international form. Meta's ids are international digits already; a
 * Ugandan number as people write it (07…, 256…) becomes the same. Null if it cannot be a number (E.164: 7 to 15 digits).
 */
export function canonicalPhone(raw: string): string | null {
  const read = readCopied(raw)
  const digits = read.replace(/\D/g, '')
  const international =
    !read.startsWith('+') && /^0[2-9]\d{8}$/.test(digits)
      ? `256${digits.slice(1)}`
      : digits.replace(/^00/, '')
  return /^[1-9]\d{6,14}$/.test(international) ? `+${international}` : null
}

/** Grouped for reading: "+256 700 000 018"; a number of another country stays as it is. */
export const phoneLabel = (phone: string): string => {
  const parts = /^\+256(\d{3})(\d{3})(\d{3})$/.exec(phone)
  return parts === null ? phone : `+256 ${parts[1]} ${parts[2]} ${parts[3]}`
}

/**
 * A WhatsApp number in every spelling under which WhatsApp may name the same account, the given one first. In Mexico a 1 may
 * follow the country code, in Argentina a 9, and Brazil's mobile numbers may lack their ninth digit. Elsewhere a number has one
 * spelling. Only for searches: messages go to the number as WhatsApp gave it.
 */
export function spellingsOf(digits: string): readonly string[] {
  for (const [short, long, shorten, lengthen] of spellings) {
    if (short.test(digits)) return [digits, digits.replace(short, lengthen)]
    if (long.test(digits)) return [digits, digits.replace(long, shorten)]
  }
  return [digits]
}

/** Short form, long form, and the replacement from each to the other. */
const spellings: readonly (readonly [RegExp, RegExp, string, string])[] = [
  [/^52(\d{10})$/, /^521(\d{10})$/, '52$1', '521$1'],
  [/^54(\d{10})$/, /^549(\d{10})$/, '54$1', '549$1'],
  [/^55(\d{2})([6-9]\d{7})$/, /^55(\d{2})9([6-9]\d{7})$/, '55$1$2', '55$19$2'],
]

/** Length of a Ugandan National Identification Number. */
const ninLength = 14

/**
 * Why a text cannot be a Ugandan National Identification Number (NIN), as the rest of "ID number …"; null if it can be. Known of
 * its form: 14 letters and digits; first a letter for the holder's class (C for a citizen), then M or F, then two digits of the
 * year of birth; the rest is a serial. The authority, NIRA, publishes no check digit, so only NIRA can say that a number was
 * issued (https://ssmusoke.com/2018/02/26/crowdsourcing-validation-rules-for-uganda-national-id/,
 * https://tools.gera.services/uganda-nin-validator).
 */
export function ninProblem(text: string): string | null {
  const nin = text.replace(/\s+/g, '').toUpperCase()
  if (nin.length !== ninLength) {
    return t('has {count} characters, a national ID has {ninLength}', { count: nin.length, ninLength })
  }
  if (!/^[A-Z0-9]+$/.test(nin)) return t('has other characters than letters and digits')
  if (!/^[A-Z][MF]\d{2}/.test(nin)) {
    return t('does not begin as a national ID does: a letter, M or F, and two digits of the year of birth')
  }
  return null
}

/** The holder's data in a well-formed NIN; null for any other text. */
export function ninFacts(
  text: string,
): { readonly gender: 'MALE' | 'FEMALE'; readonly birthYear: string } | null {
  if (ninProblem(text) !== null) return null
  const nin = text.replace(/\s+/g, '').toUpperCase()
  return { gender: nin[1] === 'M' ? 'MALE' : 'FEMALE', birthYear: nin.slice(2, 4) }
}

/** Why a text cannot be a passport number: ICAO 9303 gives it at most nine letters and digits. */
export const passportProblem = (text: string): string | null =>
  /^[A-Z0-9]{6,9}$/i.test(text.replace(/\s+/g, ''))
    ? null
    : t('is not that of a passport, which has 6 to 9 letters and digits')
