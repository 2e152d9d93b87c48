/** How long WhatsApp counts a text: in Unicode's characters (code points), of which an emoji is one or several. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** "1 character", "2,049 characters". */
export const characters = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'character' : 'characters'}`

/** What is wrong with a text that is longer than this. */
export const tooLong = (most: number): string => `must have at most ${characters(most)}`
