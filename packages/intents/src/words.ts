/** Longer texts say what they are about in their beginning, and a bound on the words is one on the time. */
const mostWords = 200

/**
 * The words of a text as the recogniser sees them: small letters without accents, an apostrophe inside a word kept, digits
 * as `0`. What stands between words is not seen.
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
