const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern for what contains a text, in which `%`, `_` and `\` stand for themselves. */
export const containing = (text: string): string => `%${escaped(text)}%`

/** A LIKE pattern for what begins with a text. */
export const beginningWith = (text: string): string => `${escaped(text)}%`
