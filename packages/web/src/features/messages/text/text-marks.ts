export type Style = 'bold' | 'italic' | 'strike'

/** What WhatsApp's marks around words mean. */
export const styles: Readonly<Record<string, Style>> = { '*': 'bold', _: 'italic', '~': 'strike' }

/** A letter, a digit, or a sign on one. The sign that makes a character an emoji (U+FE0F) is none. */
const word = /^[\p{L}\p{N}\p{Mc}]|^(?!\ufe0f)\p{Mn}/u
const wordBefore = /(?:[\p{L}\p{N}\p{Mc}]|(?!\ufe0f)\p{Mn})$/u
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character)
const isMark = (character: string | undefined): boolean =>
  character !== undefined && styles[character] !== undefined

/** Marks that stand before another one and open with it: as many as there are. */
const mostBefore = 3

/** Whether the mark at this place may begin something: before a character that is neither blank nor the same mark, and not behind a word. */
export function opensAt(text: string, at: number): boolean {
  if (isSpace(text[at + 1]) || text[at + 1] === text[at]) return false
  let first = at
  while (isMark(text[first - 1])) {
    first -= 1
    if (at - first > mostBefore) return false
  }
  return !wordBefore.test(text.slice(Math.max(0, first - 2), first))
}

/** Whether the mark at this place may end something: behind a character that is not blank, and not before a word. */
export const closesAt = (text: string, at: number): boolean =>
  !isSpace(text[at - 1]) && !word.test(text.slice(at + 1, at + 3))
