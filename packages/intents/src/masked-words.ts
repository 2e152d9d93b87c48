import { wordsOf } from './words.ts'

const start = String.raw`(?<![\p{L}\p{N}])`
const end = String.raw`(?![\p{L}\p{N}])`
const months =
  'jan(?:uary|uari)?|feb(?:ruary|ruari)?|mar(?:ch)?|machi|apr(?:il)?|aprili|may|mei|june?|juni|july?|julai|aug(?:ust)?|agosti|sept?(?:ember|emba)?|oct(?:ober)?|oktoba|nov(?:ember|emba)?|dec(?:ember)?|desemba'
const ordinal = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const year = String.raw`(?:19|20)\d\d`

/**
 * The values of a text that say nothing about its wish, an earlier kind before a later one: the digits of a phone number are no
 * amount.
 */
const values: Readonly<Record<string, string>> = {
  email: String.raw`(?<![^\s<>(),;:"])[^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]+\.\p{L}{2,}`,
  link: String.raw`(?:https?:\/\/|www\.)\S+`,
  id: String.raw`${start}c[mf]\s?\d(?:[a-z0-9]\s?){8,10}[a-z0-9]${end}`,
  policy: String.raw`${start}(?:\p{L}{1,5}[-/]|(?:lf|ipp|lib|pol)[\s:#]?)\d{3,9}(?:[-/]\d+)*${end}`,
  phone: String.raw`(?<![\p{L}\p{N}+])(?:(?:\+|00)\d{1,3}|0|256)(?:[\s-]?\d){8,10}${end}`,
  date: String.raw`${start}(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|${ordinal}\s?(?:of\s|\/|-)?\s?(?:${months})(?:[\s,/-]+${year})?|(?:${months})\s${ordinal}(?:[\s,]+${year})?|(?:${months})[\s,/-]+${year}|${year}-\d\d?-\d\d?|${year})${end}`,
  time: String.raw`${start}(?:\d{1,2}[:.]\d\d\s?(?:[ap]\.?m)?|\d{1,2}\s?[ap]\.?m)${end}`,
  percent: String.raw`${start}\d+(?:\.\d+)?\s?(?:%|percent|per\scent|asilimia)`,
  amount: String.raw`${start}(?:(?:ugx|ush?s?|shs?|usd|kes|ksh|\$|€|£)[\s.:]*\d[\d,.]*\d*\s?(?:k|m|thousand|million)?${end}|\d[\d,.]*\s?(?:k|m|thousand|million|bn|shillings?|ugx|usd|shs?|\/[=-]|=)${end}|\d{1,3}(?:[,.]000)+${end}|\d+000${end})`,
  number: String.raw`${start}\d[\d,.]*(?:st|nd|rd|th)?${end}`,
}
const pattern = new RegExp(
  Object.entries(values)
    .map(([name, one]) => `(?<${name}>${one})`)
    .join('|'),
  'giu',
)

/** The words of a text, with a name such as `<phone>` in place of each value. */
export function maskedWordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKC').slice(0, 4_096)
  const words: string[] = []
  let at = 0
  for (const match of plain.matchAll(pattern)) {
    words.push(...wordsOf(plain.slice(at, match.index)))
    const kind = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0]
    words.push(`<${kind}>`)
    at = match.index + match[0].length
  }
  words.push(...wordsOf(plain.slice(at)))
  return words.slice(0, 200)
}
