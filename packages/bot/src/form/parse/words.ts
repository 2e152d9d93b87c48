import { canonicalPhone, ninProblem, passportProblem } from '@parley/core/customers/rules'
import { findEntities, findPhones } from '@parley/intents/entities/find-entities'
import { phrases, plain } from '../spelling.ts'
import { bad, good, type Read, type Value } from '../value.ts'

/** No address or employer is longer. */
const mostLetters = 200

const talk = new Set(
  phrases(`
  hi, hello, hey, good morning, good afternoon, good evening, how are you, yes, no, ok, okay, thanks, thank you, none
  nothing, what, why, start, test
  oli otya, mulembe, gyebale, gyebale ko, wasuze otya, osiibye otya, ssebo, nnyabo, yee, nedda, weebale, webale, kale
  habari, jambo, hujambo, mambo, shikamoo, salama, habari yako, ndiyo, ndio, hapana, asante, sawa`),
)

const none = phrases(`
  none, nothing, no, nil, n a, not applicable, i have none, i don't have one, i don't have any, i do not have one
  i don't have it, i don't have, don't have, i don't know, don't know, i do not know, not sure
  tewali, nedda, sirina, simanyi
  hakuna, hapana, sina, sijui`)

/** "None", "I don't have one", "sina": the customer has no value to give. */
export const isNone = (text: string): boolean => none.includes(plain(text))

/** Whether a text is small talk or a question, so no name and no address. */
const isTalk = (text: string): boolean => {
  return text.trim().endsWith('?') || talk.has(plain(text)) || isNone(text)
}

/** One line with single blanks, without control and unassigned characters. */
const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\s]+/gu, ' ')
    .trim()

/** Parses free text, such as an address or an employer. */
export function plainText(text: string, example: string): Read<string> {
  const line = oneLine(text)
  if (line.length > mostLetters) {
    return bad(
      `That is too long. Please write it in at most ${mostLetters} letters, for example: ${example}`,
      `Ekyo kiwanvu nnyo. Wandiika ennukuta ezitasukka ${mostLetters}, okugeza: ${example}`,
      `Hiyo ni ndefu mno. Tafadhali andika herufi zisizozidi ${mostLetters}, kwa mfano: ${example}`,
    )
  }
  if (isTalk(text) || (line.match(/\p{L}/gu) ?? []).length < 2) {
    return bad(
      `I need a few words here, for example: ${example}`,
      `Wandiika ebigambo bitono, okugeza: ${example}`,
      `Nahitaji maneno machache hapa, kwa mfano: ${example}`,
    )
  }
  return good(line)
}

/** A comma-separated list without duplicates: "asthma, diabetes"; "none" is an empty list. */
export function list(text: string, example: string): Read<readonly string[]> {
  if (isNone(text)) return good([])
  const named = text
    .slice(0, 2_000)
    .split(/[,;\n]|\s+(?:and|ne|na)\s+/iu)
    .map(oneLine)
    .filter(one => one !== '')
  const all = named.filter((one, n) => named.findIndex(other => plain(other) === plain(one)) === n)
  const isGood = all.every(one => (one.match(/\p{L}/gu) ?? []).length > 1 && one.length <= 80 && !isTalk(one))
  return all.length === 0 || all.length > 20 || !isGood
    ? bad(
        `Please name them with commas between them, for example: ${example}`,
        `Bimenye ng'obyawula n'obukwata, okugeza: ${example}`,
        `Tafadhali vitaje kwa kutenganisha na koma, kwa mfano: ${example}`,
      )
    : good(all)
}

const nameOpenings =
  /^(?:my (?:full )?names? (?:is|are)|her name is|his name is|i am|i'm|it is|it's|nze|amannya gange ye|erinnya lyange ye|nnyitibwa|mimi ni|jina langu ni|naitwa|anaitwa|ni)\s+/iu

/** Words that occur in sentences but in no name. */
const sentence =
  /\b(?:what|how|why|when|where|want|please|help|need|money|pay|the|and|you|your|can|change|njagala|nsaba|nataka|tafadhali)\b/u

const capital = (word: string): string =>
  word.replace(/(^|['’-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

/** "NAKATO mary" stays; a name in one case gets capitals. */
const asName = (line: string): string =>
  line === line.toLowerCase() || line === line.toUpperCase()
    ? line.toLowerCase().split(' ').map(capital).join(' ')
    : line

const exampleName = 'Nakato Mary'

/** The name of a person: two to seven names of letters. */
export function personName(text: string): Read<string> {
  const line = oneLine(text)
    .replace(nameOpenings, '')
    .replace(/[.,!]+$/u, '')
    .replace(/,\s*/gu, ' ')
  const names = line.split(' ')
  const isWritten = /^[\p{L}\p{M}'’.\- ]+$/u.test(line) && line.length <= 80
  if (!isWritten || names.length > 7 || isTalk(text) || sentence.test(plain(line))) {
    return bad(
      `A name has letters only, for example: ${exampleName}`,
      `Erinnya lirimu nnukuta zokka, okugeza: ${exampleName}`,
      `Jina huwa na herufi tu, kwa mfano: ${exampleName}`,
    )
  }
  if (names.length < 2 || names.filter(name => /\p{L}{2}/u.test(name)).length < 2) {
    return bad(
      `I need two names at least, for example: ${exampleName}`,
      `Neetaaga amannya nga abiri, okugeza: ${exampleName}`,
      `Nahitaji angalau majina mawili, kwa mfano: ${exampleName}`,
    )
  }
  return good(asName(line))
}

const exampleEmail = 'mary.nakato@example.com'

/** An e-mail address in small letters. */
export function email(text: string, now: Date): Read<string> {
  // On a phone many people write "mary @ example.com".
  const said = text
    .normalize('NFKC')
    .slice(0, 300)
    .replace(/\s*@\s*/u, '@')
  const found = findEntities(said, now).filter(({ kind }) => kind === 'email')
  const [only] = found
  return only === undefined || found.length > 1 || only.value.length > 254
    ? bad(
        `I need one e-mail address, for example: ${exampleEmail}`,
        `Neetaaga email emu, okugeza: ${exampleEmail}`,
        `Nahitaji barua pepe moja, kwa mfano: ${exampleEmail}`,
      )
    : good(only.value)
}

const examplePhone = '0772 123 456'

/** A phone number of any country; a number without a country code is Ugandan: "+256772123456". */
export function phone(text: string, now: Date): Read<string> {
  const said = text.normalize('NFKC').slice(0, 200)
  const found = new Set(findPhones(said, now).map(({ value }) => value))
  if (found.size > 1) {
    return bad(
      `I see more than one number. Please write only one, for example: ${examplePhone}`,
      `Ndaba ennamba ezisukka mu emu. Wandiika emu yokka, okugeza: ${examplePhone}`,
      `Naona namba zaidi ya moja. Tafadhali andika moja tu, kwa mfano: ${examplePhone}`,
    )
  }
  const [number] = found
  const canonical = number === undefined ? null : canonicalPhone(number)
  return canonical === null
    ? bad(
        `That does not look like a phone number. Please write all its digits, for example: ${examplePhone}`,
        `Eyo tefaanana nnamba ya ssimu. Wandiika ennamba zonna, okugeza: ${examplePhone}`,
        `Hiyo haionekani kama namba ya simu. Tafadhali andika tarakimu zote, kwa mfano: ${examplePhone}`,
      )
    : good(canonical)
}

const nin = 'CF910121ABC3DE'
const passport = 'B1234567'

/** Words before the number: "my ID number is …", "NIN: …". */
const numberOpenings =
  /^(?:(?:my|the|its?|yange|yangu)\s+)?(?:(?:national\s+)?id|nin|passport|permit|refugee)?\s*(?:numbers?|no\.?|nnamba|namba)?\s*(?:is|ye|ni)?\s*[:#]?\s+/iu

/** A text as a number in capitals without blanks: all of it, and without the words before the number. */
function numbersIn(text: string): [whole: string, named: string] {
  const line = text.normalize('NFKC').slice(0, 200).trim()
  const number = (one: string) => one.replace(/[\s.]+/gu, '').toUpperCase()
  return [number(line), number(line.replace(numberOpenings, ''))]
}

/**
 * The number of an identity document of a type such as NATIONAL_ID, in capitals without blanks. A national ID and a passport
 * have a known form (core's rules say which); others have 4 to 20 letters and digits.
 */
export function idNumber(text: string, type: Value | undefined): Read<string> {
  const [whole, named] = numbersIn(text)
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

/** The number of a document of unknown type. */
export const someIdNumber = (text: string): Read<string> => anyIdNumber(...numbersIn(text))

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
