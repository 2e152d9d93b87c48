import { en } from 'chrono-node'
import { findPhoneNumbersInText } from 'libphonenumber-js'
import { ninProblem } from '@parley/core/customers/rules'

/** A value in a text. */
interface Entity {
  readonly kind: 'email' | 'phone_number' | 'national_id' | 'reference' | 'date' | 'amount_ugx'
  /** As written. */
  readonly text: string
  /** Its index in UTF-16 units. */
  readonly from: number
  /**
   * Normalised. E-mail addresses are in lower case, numbers in E.164, national IDs and references in capitals without blanks.
   * Days are like 2026-03-02, amounts in whole shillings.
   */
  readonly value: string
}

/** Finds entities of one kind. `now` resolves words such as "tomorrow". */
type Finder = (text: string, now: Date) => readonly Entity[]

/** Finds the matches of a pattern; a null value leaves one out. */
const findBy = (
  kind: Entity['kind'],
  pattern: RegExp,
  valueOf: (match: RegExpExecArray) => string | null,
): Finder => {
  return text =>
    [...text.matchAll(pattern)].flatMap(match => {
      const value = valueOf(match)
      return value === null ? [] : [{ kind, text: match[0], from: match.index, value }]
    })
}

const currency = String.raw`(?:ugx|ush(?:s|\.)?|shs?|shillings?)`
const figure = String.raw`(?<figure>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)`
const unit = String.raw`(?:\s?(?<unit>k|m|thousands?|millions?))?`
const edge = String.raw`(?![\p{L}\p{N}])`

/** UGX 50,000 and 50k. An amount has a currency, or a unit of thousands or millions. */
const before = String.raw`(?<![\p{L}\p{N}])${currency}\.?\s?${figure}${unit}${edge}`
const behind = before
  .replace(`${currency}\\.?\\s?`, '')
  .replace(edge, String.raw`\s?(?<mark>\/[=-]|${currency}${edge})`)
const short = String.raw`(?<![\p{L}\p{N}.,])${figure}\s?(?<unit>k|m|thousands?|millions?)${edge}`

/** A larger amount is a typing error: no premium is a million millions. */
const most = 1e12

const valueOf = ({ groups = {} }: RegExpExecArray): string | null => {
  const { figure: digits = '', unit: word = '' } = groups
  const times = word === '' ? 1 : /^m/i.test(word) ? 1_000_000 : 1_000
  const shillings = Math.round(Number(digits.replaceAll(',', '')) * times)
  return shillings > 0 && shillings <= most ? String(shillings) : null
}

/** Amounts in Ugandan shillings: "UGX 50,000", "50,000/=", "shs 20000", "50k", "1.2m", "2 million". */
export const findAmounts = [before, behind, short].map(pattern =>
  findBy('amount_ugx', new RegExp(pattern, 'giu'), valueOf),
)

/** Minutes ahead of UTC, without summer time. */
const kampala = 180

/**
 * Days as people write them in Uganda, the day before the month: "next Friday", "15/3", "2nd of March". A day without a year is
 * the next one, as in "I will pay on 15/3". A month or a time of day alone is no day.
 */
export const findDays: Finder = (text, now) =>
  en.GB.parse(text, { instant: now, timezone: kampala }, { forwardDate: true }).flatMap(found => {
    const { start } = found
    const isDay = start.isCertain('day') || start.isCertain('weekday')
    const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
    if (!isDay || /^now$/i.test(found.text) || year === null || month === null || day === null) return []
    const value = [String(year).padStart(4, '0'), ...[month, day].map(part => String(part).padStart(2, '0'))]
    return [{ kind: 'date', text: found.text, from: found.index, value: value.join('-') }]
  })

/** Phone numbers of any country; without a country code, those of Uganda. */
export const findPhones: Finder = text =>
  findPhoneNumbersInText(text, 'UG').map(({ number, startsAt, endsAt }) => ({
    kind: 'phone_number',
    text: text.slice(startsAt, endsAt),
    from: startsAt,
    value: number.number,
  }))

const findEmails = findBy('email', /[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.\p{L}{2,}/giu, ([text]) =>
  text.toLowerCase(),
)

const findNationalIds = findBy(
  'national_id',
  /(?<![\p{L}\p{N}])c[mf]\s?(?:[a-z0-9]\s?){11}[a-z0-9](?![\p{L}\p{N}])/giu,
  ([text]) => (ninProblem(text) === null ? text.replaceAll(/\s/g, '').toUpperCase() : null),
)

/** Numbers of policies, receipts and applications: letters, a hyphen and digits; or two groups of digits. */
const findReferences = findBy(
  'reference',
  /(?<![\p{L}\p{N}-])(?:\p{L}{2,4}-\d{3,8}|\d{4}-\d{4})(?![\p{L}\p{N}-])/giu,
  ([text]) => text.toUpperCase(),
)

/** An earlier finder takes precedence: the digits of a policy number are no amount. */
const finders: readonly Finder[] = [
  findEmails,
  findNationalIds,
  findReferences,
  findPhones,
  ...findAmounts,
  findDays,
]

/** Only the beginning of a longer text is read; no message is longer. */
const mostLetters = 4_096

/**
 * The entities of a text, in its order: e-mail addresses, phone numbers, national IDs, references, days and amounts. `now`
 * resolves words such as "tomorrow".
 */
export function findEntities(text: string, now: Date): readonly Entity[] {
  const found: Entity[] = []
  const read = text.slice(0, mostLetters)
  for (const finder of finders) {
    for (const entity of finder(read, now)) {
      if (!found.some(one => overlap(one, entity))) found.push(entity)
    }
  }
  return found.toSorted((a, b) => a.from - b.from)
}

const overlap = (a: Entity, b: Entity): boolean =>
  a.from < b.from + b.text.length && b.from < a.from + a.text.length
