import { expect, test } from 'vitest'
import { type Direction, sortedRows } from './use-sorting.ts'

const rows = [
  { name: 'Brian', minutes: 2 },
  { name: 'amina', minutes: 10 },
  { name: 'Carol', minutes: null },
  { name: 'Dan', minutes: 2 },
]

test.each<['name' | 'minutes', Direction, string[]]>([
  ['name', 'ascending', ['amina', 'Brian', 'Carol', 'Dan']],
  ['name', 'descending', ['Dan', 'Carol', 'Brian', 'amina']],
  ['minutes', 'ascending', ['Brian', 'Dan', 'amina', 'Carol']],
  ['minutes', 'descending', ['amina', 'Brian', 'Dan', 'Carol']],
])(
  '[Q-435] by %s, %s, what is not known stands last and equal rows as they were',
  (key, direction, names) => {
    expect(sortedRows(rows, row => row[key], direction).map(({ name }) => name)).toEqual(names)
  },
)
