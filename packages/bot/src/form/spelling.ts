/** No command or choice is longer; the limit bounds the time. */
const mostLetters = 60

/** Normalises a text for comparison: lower case, no accents, single blanks, no closing punctuation. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’ʼ`]/gu, "'")
    .replace(/[^\p{L}\p{N}'+]+/gu, ' ')
    .trim()

/** The edit distance, with transposed neighbours as one edit. */
export function slips(one: string, other: string): number {
  if (one.length > mostLetters || other.length > mostLetters) return one === other ? 0 : mostLetters
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, (before[column - 2] ?? 0) + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return above[other.length] ?? 0
}

const slipsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2)

/** Whether a text is a phrase with few typing errors in each word. Both normalised. */
export function isNear(said: string, phrase: string): boolean {
  if (said === phrase) return true
  const [words, meant] = [said.split(' '), phrase.split(' ')]
  // A missing or extra blank counts as the error: "selfemployed".
  if (words.length !== meant.length) return phrase.length > 6 && slips(said, phrase) === 1
  return meant.every((word, n) => slips(words[n] ?? '', word) <= slipsAllowed(word))
}

/** The items that a text names, only exact ones if there are any. */
export function nearest<Named>(
  text: string,
  all: readonly Named[],
  namesOf: (one: Named) => readonly string[],
): readonly Named[] {
  const said = plain(text)
  if (said === '') return []
  const exact = all.filter(one => namesOf(one).some(name => plain(name) === said))
  return exact.length > 0 ? exact : all.filter(one => namesOf(one).some(name => isNear(said, plain(name))))
}

/** Splits at commas and line breaks. */
export const phrases = (text: string): readonly string[] => text.trim().split(/\s*[,\n]\s*/u)
