/** One value of a table that is downloaded; null is empty. */
export type CsvValue = string | number | null

/** A spreadsheet takes text that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/

/** A text in a cell: guarded by an apostrophe where it would be run, quoted where it would break the line. */
function field(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export const csvText = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `\ufeff${[header, ...rows].map(row => `${row.map(field).join(',')}\r\n`).join('')}`

/** "message-statistics_2026-11-01_2026-11-21.csv": the table's name and what it is of. */
export const csvName = (...parts: readonly string[]): string =>
  `${parts
    .map(part =>
      part
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}-]+/gu, '-')
        .replaceAll(/^-+|-+$/g, ''),
    )
    .filter(part => part !== '')
    .join('_')}.csv`
