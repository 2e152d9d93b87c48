import type { Words } from '../../language.ts'
import { nearest, plain } from '../spelling.ts'
import { good, type Read } from '../value.ts'

/** One of the coded words that a question offers. */
export interface Option {
  /** As the form keeps it: MOBILE_MONEY. */
  readonly word: string
  /** At most 20 characters in every language. */
  readonly title: Words
  /** What else people say for it. */
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
 * The option that a text means: by its title in any language, by near spelling, or named once in a sentence ("I am married").
 * Undefined where none or more than one is meant.
 */
export function chosen(text: string, options: readonly Option[]): Option | undefined {
  const said = plain(text)
  const whole = nearest(said, options, namesOf)
  if (whole.length > 0) return whole.length === 1 ? whole[0] : undefined
  if (notThat.test(said) || text.trim().endsWith('?')) return undefined
  // "self employed" names one option by two words, and another by one of them: the longer run is what was said.
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

/** The coded word of what was chosen. */
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
