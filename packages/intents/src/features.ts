/** How often each feature is in a text: words with their neighbours, and pieces of words, which bear a slip of the finger. */
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

const count = (counts: Map<string, number>, feature: string): void => {
  counts.set(feature, (counts.get(feature) ?? 0) + 1)
}
