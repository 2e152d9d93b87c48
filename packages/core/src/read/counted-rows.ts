import { CountedRow, type CountedRows } from '../api/reports.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf, wordOf } from './value.ts'

/** Reads a page of what a figure counts. Never throws; rows of no known kind or without an id are left out. */
export function readCountedRows(raw: unknown, now: Date): CountedRows {
  const fields = fieldsOf(raw)
  return {
    as_of: timeOf(fields['as_of']) ?? now.toISOString(),
    figure: numberOf(fields['figure']),
    rows: listOf(fields['rows']).flatMap(readRow),
    next: textOf(fields['next']),
  }
}

function readRow(raw: unknown): CountedRow[] {
  const fields = fieldsOf(raw)
  const kind = wordOf(fields['kind'], CountedRow.shape.kind.options)
  const id = textOf(fields['id'])
  if (kind === null || id === null) return []
  return [
    {
      kind,
      id,
      conversation_id: textOf(fields['conversation_id']),
      name: textOf(fields['name']) ?? '',
      phone_number: textOf(fields['phone_number']),
      label: textOf(fields['label']),
      at: timeOf(fields['at']),
      value: numberOf(fields['value']),
    },
  ]
}
