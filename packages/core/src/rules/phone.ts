/**
 * A phone number in its one form: "+" and the digits in international form. Meta's ids are international digits already;
 * a Ugandan number as people write it (07…, 256…) becomes the same. Null when it cannot be a number (E.164: 7 to 15 digits).
 */
export function canonicalPhone(raw: string): string | null {
  const digits = raw.replace(/\D/g, '')
  const international =
    !raw.trim().startsWith('+') && /^0[2-9]\d{8}$/.test(digits)
      ? `256${digits.slice(1)}`
      : digits.replace(/^00/, '')
  return /^[1-9]\d{6,14}$/.test(international) ? `+${international}` : null
}

/** Grouped for reading: "+256 700 000 018"; a number of another country stays as it is. */
export const phoneLabel = (phone: string): string => {
  const parts = /^\+256(\d{3})(\d{3})(\d{3})$/.exec(phone)
  return parts === null ? phone : `+256 ${parts[1]} ${parts[2]} ${parts[3]}`
}
