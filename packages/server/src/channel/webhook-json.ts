/** Half of a pair, which stands for no character; JSON can only have it escaped. */
const mayHoldHalf = /\\u[dD][89a-fA-F]/
const half = /\p{Surrogate}/gu

/**
 * A webhook's body as JSON. Halves of characters become the sign for an unreadable one, as the database would make them:
 * else an id that is looked up would be another one than was stored.
 * @throws SyntaxError
 */
export const webhookJson = (text: string): unknown =>
  mayHoldHalf.test(text) ? JSON.parse(text, wholeCharacters) : JSON.parse(text)

const wholeCharacters = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(half, '\uFFFD') : value
