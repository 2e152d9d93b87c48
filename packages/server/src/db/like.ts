/** A pattern for LIKE that finds a text anywhere: `%`, `_` and `\` in it stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
