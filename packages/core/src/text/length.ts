/** The length as WhatsApp counts it: in Unicode code points. An emoji is one or several. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** "1 character", "2,049 characters". */
export const characters = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'character' : 'characters'}`

/** The validation message for a text that is too long. */
export const tooLong = (most: number): string => `must have at most ${characters(most)}`
