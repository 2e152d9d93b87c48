import { addDays, monthStart } from '@parley/core/text/days'
import { findDays } from '@parley/intents/entities/find-entities'
import { plain } from '../spelling.ts'
import { bad, type Facts, good, type Read } from '../value.ts'

/** The beginnings of the months' names in the three languages; they are unambiguous. */
const months: readonly RegExp[] = [
  /^(?:jan|jjan|janw)/u,
  /^feb/u,
  /^(?:mar|mach|maak|maar)/u,
  /^ap/u,
  /^(?:may|mei|maay)/u,
  /^(?:jun|juun)/u,
  /^(?:jul|juul)/u,
  /^a[gu]/u,
  /^se/u,
  /^o[ck]t|^oki/u,
  /^nov/u,
  /^d[ei]/u,
]
const monthOf = (name: string): number => months.findIndex(month => month.test(name)) + 1

interface Written {
  readonly day: number
  readonly month: number
  /** Null: not written. Below 100: written with two digits. */
  readonly year: number | null
}

const monthName = String.raw`(?<name>\p{L}{3,10})`
const year = String.raw`(?<year>\d{4}|\d{2})(?!\d)`
const start = String.raw`(?<![\d\p{L}])`
const patterns: readonly RegExp[] = [
  // 1991-03-04
  new RegExp(String.raw`${start}(?<year>\d{4})[-/. ](?<month>\d{1,2})[-/. ](?<day>\d{1,2})(?!\d)`, 'gu'),
  // 4/3/1991, 4-3-91, 4 3 1991
  new RegExp(
    String.raw`${start}(?<day>\d{1,2})\s?[-/., ]\s?(?<month>\d{1,2})\s?[-/., ]\s?${year}(?![/.-]\d)`,
    'gu',
  ),
  // 04031991
  /(?<!\d)(?<day>\d{2})(?<month>\d{2})(?<year>(?:19|20)\d{2})(?!\d)/gu,
  // 4th of March 1991, 4 March
  new RegExp(
    String.raw`${start}(?<day>\d{1,2})(?:st|nd|rd|th)?[\s.-]?\s?(?:of\s|ya\s)?${monthName}(?:[\s,.-]+${year})?`,
    'gu',
  ),
  // March 4th, 1991
  new RegExp(
    String.raw`(?<!\p{L})${monthName}[\s.]+(?<day>\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:[\s,.]+${year})?`,
    'gu',
  ),
  // 4/3
  /(?<![\d/.-])(?<day>\d{1,2})[/-](?<month>\d{1,2})(?![\d/-])/gu,
]

/** The dates in a text, in digits or with the name of a month, the day before the month. */
function written(text: string): readonly Written[] {
  const said = text.normalize('NFKC').toLowerCase().slice(0, 300)
  for (const pattern of patterns) {
    const found = [...said.matchAll(pattern)].flatMap(({ groups = {} }): Written[] => {
      const month = groups.name === undefined ? Number(groups.month) : monthOf(groups.name)
      if (groups.name !== undefined && month === 0) return []
      return [
        { day: Number(groups.day), month, year: groups.year === undefined ? null : Number(groups.year) },
      ]
    })
    if (found.length > 0) return found
  }
  return []
}

const iso = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

const exists = (year: number, month: number, day: number): boolean => {
  const at = new Date(Date.UTC(year, month - 1, day))
  return year > 0 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

/** The full years that a written year can mean. */
const yearsOf = (year: number): readonly number[] => (year < 100 ? [1900 + year, 2000 + year] : [year])

const notExisting = (example: string) =>
  bad(
    `There is no such day. Please write the day first, then the month and the year, for example: ${example}`,
    `Olunaku olwo teruliiwo. Sooka olunaku, oddeko omwezi n'omwaka, okugeza: ${example}`,
    `Hakuna siku kama hiyo. Andika siku kwanza, kisha mwezi na mwaka, kwa mfano: ${example}`,
  )
const several = (example: string) =>
  bad(
    `I see more than one date. Please write only one, for example: ${example}`,
    `Ndaba ennaku z'omwezi ezisukka mu lumu. Wandiika lumu lwokka, okugeza: ${example}`,
    `Naona tarehe zaidi ya moja. Tafadhali andika moja tu, kwa mfano: ${example}`,
  )

/** Whole years from a date of birth to a day. */
const ageOn = (born: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)

const youngest = 18
const oldest = 75
const birthExample = '4/3/1991'

/** The date of birth of an adult of 18 to 75 years, the day before the month: "4/3/1991", "4 March 91". */
export function birthDate(text: string, { today }: Facts): Read<string> {
  const [found, other] = written(text)
  if (found === undefined || found.year === null) {
    return bad(
      `I need the day, the month and the year, for example: ${birthExample} or 4 March 1991`,
      `Neetaaga olunaku, omwezi n'omwaka, okugeza: ${birthExample}`,
      `Nahitaji siku, mwezi na mwaka, kwa mfano: ${birthExample}`,
    )
  }
  if (other !== undefined) return several(birthExample)
  const days = yearsOf(found.year).flatMap(year =>
    exists(year, found.month, found.day) ? [iso(year, found.month, found.day)] : [],
  )
  const [only = '', more] = days.filter(day => ageOn(day, today) >= youngest && ageOn(day, today) <= oldest)
  if (days.length === 0) return notExisting(birthExample)
  if (more !== undefined) return notExisting(birthExample)
  if (only !== '') return good(only)
  if (days.every(day => day > today)) {
    return bad(
      `That day is still to come. When were you born? For example: ${birthExample}`,
      `Olunaku olwo terunnatuuka. Wazaalibwa ddi? Okugeza: ${birthExample}`,
      `Siku hiyo bado haijafika. Ulizaliwa lini? Kwa mfano: ${birthExample}`,
    )
  }
  return bad(
    `One has to be ${youngest} to ${oldest} years old for this. Please check the year, for example: ${birthExample}`,
    `Olina okuba n'emyaka ${youngest} okutuuka ku ${oldest}. Kebera omwaka, okugeza: ${birthExample}`,
    `Unapaswa kuwa na umri wa miaka ${youngest} hadi ${oldest}. Angalia mwaka, kwa mfano: ${birthExample}`,
  )
}

/** Relative days in Luganda and Swahili, which `findDays` does not know. */
const said: readonly (readonly [RegExp, (today: string) => string])[] = [
  [/^(?:today|now|leero|kati|leo|sasa)$/u, today => today],
  [/^(?:tomorrow|enkya|kesho)$/u, today => addDays(today, 1)],
  [/^(?:next month|omwezi ogujja|mwezi ujao)$/u, today => monthStart(today, 1)],
]

/** A day from today to a year from now: "1/12", "1 December 2026", "next Friday", "tomorrow". */
export function startDate(text: string, { today, now }: Facts): Read<string> {
  const last = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  const [nextYear = '', nextMonth = ''] = monthStart(today, 1).split('-')
  const example = `1/${Number(nextMonth)}/${nextYear}`
  const spoken = said.find(([pattern]) => pattern.test(plain(text)))
  const [found, other] = written(text)
  if (other !== undefined) return several(example)
  let day: string | undefined
  if (spoken !== undefined) day = spoken[1](today)
  else if (found === undefined) day = findDays(text.slice(0, 300), now)[0]?.value
  else {
    const thisYear = Number(today.slice(0, 4))
    const years =
      found.year === null ? [thisYear, thisYear + 1] : [found.year < 100 ? 2000 + found.year : found.year]
    const days = years.flatMap(year =>
      exists(year, found.month, found.day) ? [iso(year, found.month, found.day)] : [],
    )
    if (days.length === 0) return notExisting(example)
    day = days.find(one => one >= today) ?? days[0]
  }
  if (day === undefined) {
    return bad(
      `I did not find a date in that. Please write it like this: ${example}`,
      `Sirabye lunaku mu ekyo. Wandiika bwe bati: ${example}`,
      `Sikupata tarehe hapo. Tafadhali andika hivi: ${example}`,
    )
  }
  if (day < today) {
    return bad(
      `That day is past. Please choose today or a later day, for example: ${example}`,
      `Olunaku olwo lwayita. Londa leero oba olunaku olujja, okugeza: ${example}`,
      `Siku hiyo imepita. Chagua leo au siku ijayo, kwa mfano: ${example}`,
    )
  }
  if (day > last) {
    return bad(
      `That is more than a year from now. Please choose an earlier day, for example: ${example}`,
      `Olwo lusukka omwaka okuva leero. Londa olunaku olusooka, okugeza: ${example}`,
      `Hiyo ni zaidi ya mwaka mmoja kutoka sasa. Chagua siku ya mapema, kwa mfano: ${example}`,
    )
  }
  return good(day)
}
