/** Longest sentence that is made of a message's parts, in UTF-16 units: what WhatsApp takes as one text. */
const longest = 4096

/** The parts that are there, each on a line of its own; null for none. */
export function lines(parts: readonly (string | null)[]): string | null {
  const text = parts.filter(part => part !== null).join('\n')
  if (text === '') return null
  // Not through the middle of a character that UTF-16 writes as two.
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The parts that are there in one line; null for none. */
export const joined = (parts: readonly (string | null)[], between = ', '): string | null =>
  parts.filter(part => part !== null).join(between) || null
