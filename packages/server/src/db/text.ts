const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern for what contains a text, in which `%`, `_` and `\` stand for themselves. */
export const containing = (text: string): string => `%${escaped(text)}%`

/** A LIKE pattern for what begins with a text. */
export const beginningWith = (text: string): string => `${escaped(text)}%`

/** The database stores no NUL: the sign for an unreadable character stands for it. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD')

/**
 * A JSON value as text that the database takes and reads: it has neither NUL nor half of a character that UTF-16 writes
 * as two, in names as in texts. JSON writes both as escapes; an escaped backslash is passed over whole.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (escape, code: string) =>
    code.length === 5 ? '\uFFFD' : escape,
  )
