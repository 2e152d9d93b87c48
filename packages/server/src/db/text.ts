const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern for texts that contain this one. `%`, `_` and `\` are escaped. */
export const containing = (text: string): string => `%${escaped(text)}%`

/** A LIKE pattern for texts that begin with this one. */
export const beginningWith = (text: string): string => `${escaped(text)}%`

/** The database cannot store NUL, so the replacement character stands for it. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD')

/**
 * A JSON value as text that the database accepts. It has no NUL and no halves of surrogate pairs, in names as in texts. JSON
 * writes both as escapes. The pattern skips an escaped backslash whole.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (escape, code: string) =>
    code.length === 5 ? '\uFFFD' : escape,
  )
