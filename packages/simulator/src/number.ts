/**
 * A phone number in any spelling (`+256 700 000001`, `00256…`, `256…`) as `+` and digits; null if it cannot be one.
 * Numbers without their country code are not guessed at.
 */
export function readNumber(spelling: string): string | null {
  const digits = spelling.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null
}

/** The same number as WhatsApp writes it in payloads: digits alone. */
export function digitsOf(number: string): string {
  return number.slice(1)
}
