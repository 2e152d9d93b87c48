import type { Marked } from '@parley/core/search/finding'
import { fold } from '@parley/core/text/fold'
import type { CommandId } from '../../commands/catalogue.ts'
import type { Tone } from '../../ui/marks/Badge.tsx'

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
  /** With what was found in it marked. */
  readonly name: Marked
  /** Other words by which it is found, separated by spaces. */
  readonly words?: string
  /** What tells it from others of its name: a number, the words that were found. */
  readonly detail: Marked
  /** Its state, at its end. */
  readonly badge?: { readonly tone: Tone; readonly label: string }
  /** When it was written, in ISO 8601; at its end. */
  readonly at?: string
  /** The command that it is, whose keys stand at its end. */
  readonly command?: CommandId
  readonly run: () => void
  /** Takes it out for good; absent: it cannot be. */
  readonly remove?: () => void
}

/** A text in which nothing was found; of "" nothing is left. */
export const plain = (text: string): Marked => (text === '' ? [] : [{ text, hit: false }])

/** The text without its marks. */
export const textOf = (parts: Marked): string => parts.map(({ text }) => text).join('')

const wordsOf = (text: string): readonly string[] => fold(text).split(' ').filter(Boolean)

/**
 * What is offered for what was typed: every word begins a word of the name, where it is marked, or another word for it; first of its group stands what
 * begins with all that was typed ("Snooze" before "View Snoozed"). What was found by the server
 * comes behind it and is not judged again: coming later, it moves nothing that was about to be chosen. What was searched for
 * last is offered before anything is typed.
 */
export function paletteEntries(
  typed: string,
  found: readonly PaletteEntry[],
  others: readonly PaletteEntry[],
  recent: readonly PaletteEntry[],
): readonly PaletteEntry[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...recent, ...others]
  const fitting = others.flatMap(entry => {
    const name = beginnings(textOf(entry.name), words, entry.words)
    return name === null ? [] : [{ ...entry, name }]
  })
  const groups = [...new Set(fitting.map(({ group }) => group))]
  const rank = ({ group, name }: PaletteEntry): number =>
    2 * groups.indexOf(group) + (wordsOf(textOf(name)).join(' ').startsWith(words.join(' ')) ? 0 : 1)
  return [...fitting.toSorted((a, b) => rank(a) - rank(b)), ...found]
}

/** How many UTF-16 units of a word are read as what was typed; 0: it begins otherwise. */
function lengthOfBeginning(word: string, typed: string): number {
  if (!fold(word).startsWith(typed)) return 0
  let length = 1
  while (!fold(word.slice(0, length)).startsWith(typed)) length += 1
  return length
}

/**
 * The name with the beginnings of its words marked that were typed; null where one of `words` begins none, and none of the
 * other words for it.
 */
function beginnings(name: string, words: readonly string[], others = ''): Marked | null {
  const known = [...wordsOf(name), ...wordsOf(others)]
  if (!words.every(word => known.some(part => part.startsWith(word)))) return null
  return name.split(/(?<=\s)(?=\S)/).flatMap(part => {
    const length = Math.max(0, ...words.map(word => lengthOfBeginning(part, word)))
    const hit: Marked = length === 0 ? [] : [{ text: part.slice(0, length), hit: true }]
    return [...hit, ...plain(part.slice(length))]
  })
}
