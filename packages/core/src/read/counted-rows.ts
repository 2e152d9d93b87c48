import type { CountedRow, CountedRows } from '../api/reports.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf, wordOf } from './value.ts'

const kinds = ['customer', 'conversation', 'message', 'ticket', 'rating', 'agent'] as const

/** One thing that a figure counts, as the console holds it. */
export type CountedRowEntity = Omit<CountedRow, 'conversation_id'> & {
  readonly conversation_id: string | null
}
/** A page of them. */
export type CountedRowsEntity = Omit<CountedRows, 'rows'> & { readonly rows: readonly CountedRowEntity[] }

/** Reads a page of what a figure counts. Never throws; rows of no known kind or without an id are left out. */
export function readCountedRows(raw: unknown, now: Date): CountedRowsEntity {
  const fields = fieldsOf(raw)
  return {
    as_of: timeOf(fields['as_of']) ?? now.toISOString(),
    figure: numberOf(fields['figure']),
    bounded: fields['bounded'] === true,
    rows: listOf(fields['rows']).flatMap(readRow),
    next: textOf(fields['next']),
  }
}

function readRow(raw: unknown): CountedRowEntity[] {
  const fields = fieldsOf(raw)
  const kind = wordOf(fields['kind'], kinds)
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
