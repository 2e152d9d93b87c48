import type { Words } from '../../language.ts'
import { isNear, nearest, phrases, plain } from '../spelling.ts'
import { bad, good, type Read } from '../value.ts'

export interface Option {
  /** The stored word: MOBILE_MONEY. */
  readonly word: string
  /** At most 20 characters in every language. */
  readonly title: Words
  /** Synonyms. */
  readonly also?: readonly string[]
}

const namesOf = ({ word, title, also = [] }: Option): readonly string[] => [
  word,
  title.en,
  title.lg,
  title.sw,
  ...also,
]

/** Runs of up to four words, the long ones first. */
function runsOf(said: string): readonly string[] {
  const all = said.split(' ').slice(0, 20)
  return [4, 3, 2, 1].flatMap(length =>
    all.slice(0, Math.max(0, all.length - length + 1)).map((_, at) => all.slice(at, at + length).join(' ')),
  )
}

const notThat = /\b(?:not|no|never|n't|don't|si|sio|hapana|nedda)\b/u

/**
 * The option that a text names: by its title in any language, with typing errors, or in a sentence ("I am married"). Undefined:
 * none, or more than one.
 */
export function chosen(text: string, options: readonly Option[]): Option | undefined {
  const said = plain(text)
  const whole = nearest(said, options, namesOf)
  if (whole.length > 0) return whole.length === 1 ? whole[0] : undefined
  if (notThat.test(said) || text.trim().endsWith('?')) return undefined
  // "self employed" names one option by two words and another by one of them: the longer run counts.
  let rest = ` ${said} `
  const meant = new Set<Option>()
  for (const run of runsOf(said)) {
    if (!rest.includes(` ${run} `)) continue
    const named = options.filter(option => namesOf(option).some(name => plain(name) === run))
    for (const option of named) meant.add(option)
    if (named.length > 0) rest = rest.replace(` ${run} `, '  ')
  }
  return meant.size === 1 ? [...meant][0] : undefined
}

/** Parses a choice into its coded word. */
export function choice(text: string, options: readonly Option[]): Read<string> {
  const option = chosen(text, options)
  if (option !== undefined) return good(option.word)
  const titles = (language: 'en' | 'lg' | 'sw') => options.map(({ title }) => title[language]).join(', ')
  return {
    problem: {
      en: `Please choose one of these: ${titles('en')}.`,
      lg: `Londa kimu ku bino: ${titles('lg')}.`,
      sw: `Tafadhali chagua moja kati ya hizi: ${titles('sw')}.`,
    },
  }
}

const yes = phrases(`
  yes, y, yeah, yep, yup, yea, ok, okay, sure, correct, true, right, agree, agreed, i do, i agree, i have, of course
  yee, ye, wewaawo, weewaawo, kituufu, kale, nzikiriza
  ndiyo, ndio, naam, sawa, kweli, nakubali`)
const no = phrases(`
  no, n, nope, nah, never, false, wrong, none, i do not, i don't
  nedda, neda, nneda, sikyo, si kituufu
  hapana, la, siyo, sivyo, sikubali`)

/** "I don't know" is neither yes nor no. */
const unsure = /\b(?:not sure|unsure|know|maybe|perhaps|think|depends)\b/u

/** The longest phrase that the text begins with, allowing for typing errors; '' for none. */
const opening = (said: string, list: readonly string[]): string =>
  list
    .filter(phrase => isNear(said, phrase) || said.startsWith(`${phrase} `))
    .reduce((best, phrase) => (phrase.length > best.length ? phrase : best), '')

/** Yes or no in three languages: "yes please", "nedda", "ndiyo". */
export function yesNo(text: string): Read<boolean> {
  const said = plain(text)
  if (/^\s*(?:👍|✅)/u.test(text)) return good(true)
  if (/^\s*(?:👎|❌)/u.test(text)) return good(false)
  const short = said.replace(/(\p{L})\1{1,}$/u, '$1')
  const [isYes, isNo] = [yes, no].map(list =>
    Math.max(opening(said, list).length, opening(short, list).length),
  ) as [number, number]
  // "Yes, no" and "I have none" are neither.
  const isBoth = isYes > isNo && said.split(' ').some(word => no.includes(word))
  return isYes === isNo || isBoth || unsure.test(said) || said.length > 60
    ? bad('Please answer yes or no.', 'Ddamu yee oba nedda.', 'Tafadhali jibu ndiyo au hapana.')
    : good(isYes > isNo)
}
