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
