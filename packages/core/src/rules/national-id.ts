/** Length of a Ugandan National Identification Number. */
const ninLength = 14

/**
 * Why a text cannot be a Ugandan National Identification Number (NIN), as the rest of "ID number …"; null if it can be.
 * Of its form is known: 14 letters and digits; first a letter for the holder's class (C for a citizen), then M or F, then
 * two digits of the year of birth; the rest is a serial. The authority, NIRA, publishes no check digit, so only NIRA can
 * say that a number was issued (https://ssmusoke.com/2018/02/26/crowdsourcing-validation-rules-for-uganda-national-id/,
 * https://tools.gera.services/uganda-nin-validator).
 */
export function ninProblem(text: string): string | null {
  const nin = text.replace(/\s+/g, '').toUpperCase()
  if (nin.length !== ninLength) {
    return `has ${nin.length} characters, a national ID has ${ninLength}`
  }
  if (!/^[A-Z0-9]+$/.test(nin)) return 'has other characters than letters and digits'
  if (!/^[A-Z][MF]\d{2}/.test(nin)) {
    return 'does not begin as a national ID does: a letter, M or F, and two digits of the year of birth'
  }
  return null
}

/** What a well-formed NIN tells of its holder; null for one that is not well-formed. */
export function ninFacts(
  text: string,
): { readonly gender: 'MALE' | 'FEMALE'; readonly birthYear: string } | null {
  if (ninProblem(text) !== null) return null
  const nin = text.replace(/\s+/g, '').toUpperCase()
  return { gender: nin[1] === 'M' ? 'MALE' : 'FEMALE', birthYear: nin.slice(2, 4) }
}

/** Why a text cannot be a passport's number: ICAO 9303 gives it at most nine letters and digits. */
export const passportProblem = (text: string): string | null =>
  /^[A-Z0-9]{6,9}$/i.test(text.replace(/\s+/g, ''))
    ? null
    : 'is not that of a passport, which has 6 to 9 letters and digits'
