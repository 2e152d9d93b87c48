import { calendarOf } from '@parley/core/text/days'

/** One value of a table that is downloaded; null is empty. */
export type CsvValue = string | number | null

/**
 * What a spreadsheet takes for a formula: one of these signs, their full-width forms too, at the beginning, or behind what
 * another program, or the same one in another country, takes for the end of a cell. OWASP, "CSV Injection".
 */
const atStart = /^(?:[\t\r\n]|[\s\p{Cf}"]*[=+\-@＝＋－＠])/u
const inside = /(?<=[\t\r\n;][\s\p{Cf}";]*)[=+\-@＝＋－＠]/gu

/** A telephone number, which runs nothing. */
const phone = /^\+\d+$/

/** A text as a spreadsheet shows it: an apostrophe stands before whatever it would run. */
function guarded(text: string): string {
  if (phone.test(text)) return text
  return (atStart.test(text) ? `'${text}` : text).replaceAll(inside, "'$&")
}

/** A text in a cell, quoted where a program could end the cell in it. */
function field(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const text = guarded(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The heading of a column of times: "When (Africa/Kampala)". */
export const csvTimeHeading = (heading: string, timeZone: string): string => `${heading} (${timeZone})`

/** An instant in a zone, as spreadsheets read it in every country: "2026-11-27 00:30:05". */
export function csvTime(iso: string, timeZone: string): string {
  const [at, local] = [new Date(iso), calendarOf(timeZone)]
  return `${local.day(at)} ${local.seconds(at)}`
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
