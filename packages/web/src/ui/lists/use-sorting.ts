import { useState } from 'react'

export type Direction = 'ascending' | 'descending'

/** What a column orders rows by; null has no place in an order and stands last. */
export type SortKey<Row> = (row: Row) => string | number | null

interface Sort {
  readonly column: number
  readonly direction: Direction
}

/** Rows in the order of a column, equal ones as they were. */
export function sortedRows<Row>(
  rows: readonly Row[],
  keyOf: SortKey<Row>,
  direction: Direction,
): readonly Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    return sign * String(left).localeCompare(String(right))
  })
}

/**
 * Lets a reader sort the rows of a table that are all there. A column begins with its greatest number or its first word, and is
 * turned round by the next press.
 * @param keys what each column orders by, in the order of the columns
 * @param given the order of `rows`, until a column is pressed
 */
export function useSorting<Row>(rows: readonly Row[], keys: readonly SortKey<Row>[], given: Sort) {
  const [sort, setSort] = useState<Sort | null>(null)
  const { column, direction } = sort ?? given
  const keyOf = keys[column]
  return {
    rows: sort === null || keyOf === undefined ? rows : sortedRows(rows, keyOf, direction),
    /** What a column's heading needs to show and to change the order. */
    headingOf: (at: number) => ({
      sorted: at === column ? direction : undefined,
      onSort: () => {
        const begins = rows.some(row => typeof keys[at]?.(row) === 'string') ? 'ascending' : 'descending'
        const turned = direction === 'ascending' ? 'descending' : 'ascending'
        setSort({ column: at, direction: at === column ? turned : begins })
      },
    }),
  }
}
