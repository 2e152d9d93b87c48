import { readCopied } from './fold.ts'

/**
 * A phone number in its one form: "+" and the digits in international form. Meta's ids are international digits already;
 * a Ugandan number as people write it (07…, 256…) becomes the same. Null when it cannot be a number (E.164: 7 to 15 digits).
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
 * A WhatsApp number in every spelling under which WhatsApp may name the same account, the given one first. In Mexico a 1
 * stands behind the country code or not, in Argentina a 9, and Brazil's mobile numbers come with or without their ninth
 * digit. Elsewhere a number has one spelling. Only for finding: what is sent to is the number as WhatsApp gave it.
 */
export function spellingsOf(digits: string): readonly string[] {
  for (const [short, long, shorten, lengthen] of spellings) {
    if (short.test(digits)) return [digits, digits.replace(short, lengthen)]
    if (long.test(digits)) return [digits, digits.replace(long, shorten)]
  }
  return [digits]
}

/** Short form, long form, and how each becomes the other. */
const spellings: readonly (readonly [RegExp, RegExp, string, string])[] = [
  [/^52(\d{10})$/, /^521(\d{10})$/, '52$1', '521$1'],
  [/^54(\d{10})$/, /^549(\d{10})$/, '54$1', '549$1'],
  [/^55(\d{2})([6-9]\d{7})$/, /^55(\d{2})9([6-9]\d{7})$/, '55$1$2', '55$19$2'],
]
