import { findPhoneNumbersInText } from 'libphonenumber-js'
import type { Finder } from './entity.ts'

/** Phone numbers of any country, without one those of Uganda. */
export const findPhones: Finder = text =>
  findPhoneNumbersInText(text, 'UG').map(({ number, startsAt, endsAt }) => ({
    kind: 'phone_number',
    text: text.slice(startsAt, endsAt),
    from: startsAt,
    value: number.number,
  }))
