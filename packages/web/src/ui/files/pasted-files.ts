/** What a paste brings: its files, and whether the words beside them go where they go. */
export interface Pasted {
  /** Attached in place of the words. */
  readonly attached: readonly File[]
  /** Offered: the words go into the field, and are what was meant. */
  readonly offered: readonly File[]
}

/**
 * Spreadsheets and word processors copy a picture of what they copy as text: the words win. Where a file was copied, some
 * systems add its name or path as text, which nobody means.
 * @param text what the clipboard has as plain text
 * @param intoText the words would go into a text field
 */
export function pastedFiles(text: string, files: readonly File[], intoText: boolean): Pasted {
  const isOfFiles = lines(text).every(line =>
    files.some(({ name }) => line === name || line.endsWith(`/${name}`)),
  )
  return !intoText || isOfFiles ? { attached: files, offered: [] } : { attached: [], offered: files }
}

const lines = (text: string): readonly string[] =>
  text.split(/[\r\n\0]+/).flatMap(line => (line.trim() === '' ? [] : [line.trim()]))
