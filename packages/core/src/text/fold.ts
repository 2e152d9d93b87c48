/**
 * One spelling for all texts that people read as the same; stored and typed texts are compared by it. The database's function
 * `fold` does the same, character by character (`migrations/0002-fold.sql`).
 */

/** Combining marks that are dropped: accents, Hebrew points, Arabic vowel signs and the stretching sign. */
const marks =
  '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'

/** Characters that draw nothing: controls, zero-width and bidirectional signs, fillers, variation selectors, tags. */
export const invisible =
  '\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}'

/** Apostrophes of all kinds; Unicode classifies some of them as letters. */
export const apostrophes = "'`´‘’‛ʹʻʼʽʾʿˈ′‵Ꞌꞌ"

/** Characters that look or sound alike, each group with the character that represents it. */
const one: ReadonlyMap<string, string> = new Map(
  [
    [apostrophes, "'"],
    ['‐‑‒–—―−⁃⸺⸻', '-'],
    ['“”„‟«»″', '"'],
    ['⁄', '/'],
    ['ς', 'σ'],
    ['ƀɓ', 'b'],
    ['ƈ', 'c'],
    ['ðđɖɗƌ', 'd'],
    ['ɛəǝ', 'e'],
    ['ƒ', 'f'],
    ['ɣɠǥ', 'g'],
    ['ħɦ', 'h'],
    ['ıɨ', 'i'],
    ['ȷɉ', 'j'],
    ['ĸƙ', 'k'],
    ['łƚɫ', 'l'],
    ['ɲƞ', 'n'],
    ['øɔɵ', 'o'],
    ['ƥ', 'p'],
    ['ŧƭʈ', 't'],
    ['ʉ', 'u'],
    ['ʋ', 'v'],
    ['ƴ', 'y'],
    ['ƶ', 'z'],
    ...Array.from('0123456789', (digit, value) => {
      const others = [0x660, 0x6f0].map(zero => String.fromCodePoint(zero + value))
      return [others.join(''), digit] as const
    }),
  ].flatMap(([from = '', to = '']) => Array.from(from, character => [character, to] as const)),
)

/** Letters that equal several. "ŋ" is how Luganda writes "ng'" with one letter. */
const several: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ŋ', "ng'"],
])

const dropped = new RegExp(`[${marks}${invisible}]+`, 'gu')
const replaced = new RegExp(`[${[...one.keys(), ...several.keys()].join('')}]`, 'gu')
const blanks = /[\s\u2028\u2029]+/gu
const isPlain = /^[!-_a-~]+(?: [!-_a-~]+)*$/

/**
 * A text in its comparable form: lower case without accents, one kind of apostrophe, hyphen, quotation mark, digit and space,
 * nothing invisible, trimmed. Folding twice changes nothing.
 */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replace(replaced, character => one.get(character) ?? several.get(character) ?? character)
    .replace(blanks, ' ')
    .trim()
}

/** Whether a reader takes two texts as the same. */
export const isSameText = (a: string, b: string): boolean => fold(a) === fold(b)

/** Signs that reverse the direction of the text after them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu

/** A name that is safe to show, without direction signs; null if nothing of it is visible. */
export function visibleName(name: string): string | null {
  const shown = name.replace(turning, '').replace(blanks, ' ').trim()
  return fold(shown) === '' ? null : shown
}

/** Removes texts with equal folds: the first spelling stays. */
export function eachOnce(texts: readonly string[]): string[] {
  const byFold = new Map<string, string>()
  for (const text of texts) if (!byFold.has(fold(text))) byFold.set(fold(text), text)
  return [...byFold.values()]
}

/** Whether a text contains all typed words, in any order. */
export function hasTypedWords(text: string, typed: string): boolean {
  const folded = fold(text)
  return fold(typed)
    .split(' ')
    .every(word => folded.includes(word))
}

const hidden = new RegExp(`[${invisible}]+`, 'gu')
const signs = new RegExp(
  `[${[...one].flatMap(([from, to]) => (/[-'0-9]/.test(to) ? [from] : [])).join('')}]`,
  'gu',
)

/**
 * Copied or typed text for a field of numbers, references or dates; capitals stay. Removes invisible signs, the `tel:` of a link,
 * and the "(0)" after a country code, which is not dialled. Digits, hyphens and spaces become plain.
 */
export const readCopied = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(hidden, '')
    .replace(signs, character => one.get(character) ?? character)
    .replace(blanks, ' ')
    .trim()
    .replace(/^tel:\s*/i, '')
    .replace(/^((?:\+|00)\d{1,3}[\s.-]?)\(0\)/, '$1')
