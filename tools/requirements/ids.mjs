const one = /^([A-Z]+)-(\d+)$/
const range = /^([A-Z]+)-(\d+)\.\.(\d+)$/

/**
 * The ids of docs/requirements.md: every table row whose first cell is one.
 * @param {string} markdown
 * @returns {Set<string>}
 */
export function knownIds(markdown) {
  return new Set([...markdown.matchAll(/^\|\s*([A-Z]+-\d+)\s*\|/gm)].map(([, id = '']) => id))
}

/**
 * The ids of docs/done.txt: "AREA-01" or "AREA-01..08", any number on a line; "#" starts a comment.
 * @param {string} text
 * @returns {string[]}
 * @throws {Error} naming the word that is neither
 */
export function doneIds(text) {
  const words = text.split('\n').flatMap(line => line.replace(/#.*/, '').split(/\s+/).filter(Boolean))
  return words.flatMap(word => {
    if (one.test(word)) return [word]
    const [, area, first, last] = range.exec(word) ?? []
    if (!area || !first || !last) throw new Error(`docs/done.txt: "${word}" is not an id or a range of ids.`)
    const count = Number(last) - Number(first) + 1
    return Array.from(
      { length: count },
      (_, n) => `${area}-${String(Number(first) + n).padStart(first.length, '0')}`,
    )
  })
}
