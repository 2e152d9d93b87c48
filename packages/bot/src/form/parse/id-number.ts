import { ninProblem, passportProblem } from '@parley/core/customers/rules'
import { bad, good, type Read, type Value } from '../value.ts'

const nin = 'CF910121ABC3DE'
const passport = 'B1234567'

/** What stands around the number: "my ID number is …", "NIN: …". */
const openings =
  /^(?:(?:my|the|its?|yange|yangu)\s+)?(?:(?:national\s+)?id|nin|passport|permit|refugee)?\s*(?:numbers?|no\.?|nnamba|namba)?\s*(?:is|ye|ni)?\s*[:#]?\s+/iu

/**
 * The number of an identity document of a type such as NATIONAL_ID, in capitals without blanks. A national ID and a passport
 * have a known form (core's rules say which); others have 4 to 20 letters and digits.
 */
export function idNumber(text: string, type: Value | undefined): Read<string> {
  const line = text.normalize('NFKC').slice(0, 200).trim()
  const [whole, named] = [line, line.replace(openings, '')].map(one =>
    one.replace(/[\s.]+/gu, '').toUpperCase(),
  ) as [string, string]
  const pick = (isGood: (number: string) => boolean) => [whole, named].find(isGood)
  if (type === 'NATIONAL_ID') {
    const number = pick(one => ninProblem(one) === null)
    if (number !== undefined) return good(number)
    const isLong = named.length === 14
    return bad(
      isLong
        ? `A national ID number begins with a letter, M or F, and two digits of the year of birth, for example: ${nin}`
        : `A national ID number has 14 letters and digits; I count ${named.length}. For example: ${nin}`,
      isLong
        ? `Nnamba ya ndagamuntu etandika n'ennukuta, M oba F, n'ennamba bbiri ez'omwaka gwe wazaalibwamu, okugeza: ${nin}`
        : `Nnamba ya ndagamuntu erimu ennukuta n'ennamba 14; mbaze ${named.length}. Okugeza: ${nin}`,
      isLong
        ? `Namba ya kitambulisho cha taifa huanza na herufi, M au F, na tarakimu mbili za mwaka wa kuzaliwa, kwa mfano: ${nin}`
        : `Namba ya kitambulisho cha taifa ina herufi na tarakimu 14; nimehesabu ${named.length}. Kwa mfano: ${nin}`,
    )
  }
  if (type === 'PASSPORT') {
    const number = pick(one => passportProblem(one) === null && /\d/u.test(one))
    return number !== undefined
      ? good(number)
      : bad(
          `A passport number has 6 to 9 letters and digits, for example: ${passport}`,
          `Nnamba ya paasipooti erimu ennukuta n'ennamba 6 okutuuka ku 9, okugeza: ${passport}`,
          `Namba ya pasipoti ina herufi na tarakimu 6 hadi 9, kwa mfano: ${passport}`,
        )
  }
  return anyIdNumber(whole, named)
}

/** The number of a document of which no type was told. */
export const someIdNumber = (text: string): Read<string> => {
  const line = text.normalize('NFKC').slice(0, 200).trim()
  const [whole, named] = [line, line.replace(openings, '')].map(one =>
    one.replace(/[\s.]+/gu, '').toUpperCase(),
  ) as [string, string]
  return anyIdNumber(whole, named)
}

function anyIdNumber(whole: string, named: string): Read<string> {
  const number = [whole, named].find(
    one => /^[A-Z0-9/-]{4,20}$/u.test(one) && (one.match(/\d/gu) ?? []).length > 2,
  )
  return number !== undefined
    ? good(number)
    : bad(
        'An ID number has 4 to 20 letters and digits, for example: R12345678',
        "Nnamba ya ID erimu ennukuta n'ennamba 4 okutuuka ku 20, okugeza: R12345678",
        'Namba ya kitambulisho ina herufi na tarakimu 4 hadi 20, kwa mfano: R12345678',
      )
}
