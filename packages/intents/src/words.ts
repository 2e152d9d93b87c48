/** The start of a long text suffices; the limit bounds the time. */
const mostWords = 200

/**
 * The words of a text as the recogniser sees them: lower case without accents, an apostrophe inside a word kept, digits as `0`.
 * All other characters only separate words.
 */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’ʼ`]/g, "'")
  const found = plain.match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? []
  return found.slice(0, mostWords).map(word => word.replace(/\p{N}+/gu, '0'))
}

/** The counts of a text's features: words with neighbours, and parts of words, which tolerate typing errors. */
export interface Features {
  readonly words: ReadonlyMap<string, number>
  readonly pieces: ReadonlyMap<string, number>
}

const shortestPiece = 2
const longestPiece = 5

/** Single words and pairs of neighbours; two to five letters inside a word, whose ends count as letters. */
export function featuresOf(words: readonly string[]): Features {
  const grams = new Map<string, number>()
  const pieces = new Map<string, number>()
  for (const [n, word] of words.entries()) {
    count(grams, word)
    const next = words[n + 1]
    if (next !== undefined) count(grams, `${word} ${next}`)
    const letters = Array.from(`_${word}_`)
    for (let length = shortestPiece; length <= longestPiece; length += 1) {
      for (let from = 0; from + length <= letters.length; from += 1) {
        count(pieces, letters.slice(from, from + length).join(''))
      }
    }
  }
  return { words: grams, pieces }
}

/** Pairs of words with another one between them: "cancel my policy" and "cancel that policy" share one. */
export function skipsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const skips = new Map<string, number>()
  for (const [n, word] of words.entries()) {
    const next = words[n + 2]
    if (next !== undefined) count(skips, `${word} _ ${next}`)
  }
  return skips
}

const count = (counts: Map<string, number>, feature: string): void => {
  counts.set(feature, (counts.get(feature) ?? 0) + 1)
}
