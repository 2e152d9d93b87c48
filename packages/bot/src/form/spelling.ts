/** Longer words are nobody's command or choice, and a bound on them is one on the time. */
const mostLetters = 60

/** A text as it is compared: small letters without accents, one blank between words, without what ends a sentence. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’ʼ`]/gu, "'")
    .replace(/[^\p{L}\p{N}'+]+/gu, ' ')
    .trim()

/** How many letters are wrong, missing, too many or changed with their neighbour. */
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

/** Whether a phrase is meant: each of its words has as few slips as its length may have. Both plain. */
export function isNear(said: string, phrase: string): boolean {
  if (said === phrase) return true
  const [words, meant] = [said.split(' '), phrase.split(' ')]
  // A blank too many or too few is the one slip then: "selfemployed".
  if (words.length !== meant.length) return phrase.length > 6 && slips(said, phrase) === 1
  return meant.every((word, n) => slips(words[n] ?? '', word) <= slipsAllowed(word))
}

/** The names in a list that a text means, the exact ones alone where there are any. */
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

/** The phrases of a text that has commas or new lines between them. */
export const phrases = (text: string): readonly string[] => text.trim().split(/\s*[,\n]\s*/u)
