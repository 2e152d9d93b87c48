/** Half of a pair, which stands for no character; JSON can only have it escaped. */
const mayHoldHalf = /\\u[dD][89a-fA-F]/
const half = /\p{Surrogate}/gu

/** WhatsApp nests about ten. Whatever reads or writes a document much deeper runs out of stack. */
export const mostLevels = 200

/** Its message ends “The document …”. */
export class TooDeep extends Error {}

/**
 * A webhook's body as JSON. Halves of characters become the sign for an unreadable one, as the database would make them:
 * else an id that is looked up would be another one than was stored.
 * @throws TooDeep, SyntaxError
 */
export function webhookJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeep(`is nested deeper than ${mostLevels} levels`)
  return mayHoldHalf.test(text) ? JSON.parse(text, wholeCharacters) : JSON.parse(text)
}

const wholeCharacters = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(half, '\uFFFD') : value

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125]

/** Told from the brackets outside of strings, before anything is made of them. */
function isTooDeep(text: string): boolean {
  let level = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at += 1
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === openList || code === openObject) {
      level += 1
      if (level > mostLevels) return true
    } else if (code === closeList || code === closeObject) level -= 1
  }
  return false
}
