import { canonicalPhone } from '@parley/core/customers/rules'
import { findPhones } from '@parley/intents/entities/phone'
import { bad, good, type Read } from '../value.ts'

const example = '0772 123 456'

/** A phone number of any country, without one of Uganda: "+256772123456". */
export function phone(text: string, now: Date): Read<string> {
  const said = text.normalize('NFKC').slice(0, 200)
  const found = new Set(findPhones(said, now).map(({ value }) => value))
  if (found.size > 1) {
    return bad(
      `I see more than one number. Please write only one, for example: ${example}`,
      `Ndaba ennamba ezisukka mu emu. Wandiika emu yokka, okugeza: ${example}`,
      `Naona namba zaidi ya moja. Tafadhali andika moja tu, kwa mfano: ${example}`,
    )
  }
  const [number] = found
  const canonical = number === undefined ? null : canonicalPhone(number)
  return canonical === null
    ? bad(
        `That does not look like a phone number. Please write all its digits, for example: ${example}`,
        `Eyo tefaanana nnamba ya ssimu. Wandiika ennamba zonna, okugeza: ${example}`,
        `Hiyo haionekani kama namba ya simu. Tafadhali andika tarakimu zote, kwa mfano: ${example}`,
      )
    : good(canonical)
}
