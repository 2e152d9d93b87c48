import { isNear, phrases, plain } from '../spelling.ts'
import { bad, good, type Read } from '../value.ts'

const yes = phrases(`
  yes, y, yeah, yep, yup, yea, ok, okay, sure, correct, true, right, agree, agreed, i do, i agree, i have, of course
  yee, ye, wewaawo, weewaawo, kituufu, kale, nzikiriza
  ndiyo, ndio, naam, sawa, kweli, nakubali`)
const no = phrases(`
  no, n, nope, nah, never, false, wrong, none, i do not, i don't
  nedda, neda, nneda, sikyo, si kituufu
  hapana, la, siyo, sivyo, sikubali`)

/** Who is not sure has said neither: a health question is not answered by "I don't know". */
const unsure = /\b(?:not sure|unsure|know|maybe|perhaps|think|depends)\b/u

/** The longest of the phrases that a text begins with, or is nearly; '' for none. */
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
