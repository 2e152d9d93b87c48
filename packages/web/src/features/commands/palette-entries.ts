/** Something the palette leads to or does. */
export interface PaletteEntry {
  readonly id: string
  readonly group:
    | 'Recent searches'
    | 'Customers'
    | 'Messages'
    | 'Tickets'
    | 'Applications'
    | 'Commands'
    | 'Go to'
  readonly name: string
  /** What tells it from others of its name: a number, its keys. */
  readonly detail: string
  readonly run: () => void
  /** Takes it out for good; absent: it cannot be. */
  readonly remove?: () => void
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * What is offered for what was typed: every word begins a word of the name. What was found by the server comes behind it and
 * is not judged again: coming later, it moves nothing that was about to be chosen. What was searched for last is offered
 * before anything is typed.
 */
export function paletteEntries(
  typed: string,
  found: readonly PaletteEntry[],
  others: readonly PaletteEntry[],
  recent: readonly PaletteEntry[],
): readonly PaletteEntry[] {
  const words = wordsOf(typed)
  const fits = ({ name }: PaletteEntry) =>
    words.every(word => wordsOf(name).some(part => part.startsWith(word)))
  if (words.length === 0) return [...recent, ...others]
  return [...others.filter(fits), ...found]
}
