import { expect, test } from 'vitest'
import { pdf } from './pdf.ts'

test('the table of a PDF points to the beginning of every object, over several pages too', () => {
  const file = pdf(
    'Title (one)',
    Array.from({ length: 100 }, (_, no) => `Line ${no} \\ é`),
  ).toString('latin1')
  const table = Number(/startxref\n(\d+)\n/.exec(file)?.[1])
  expect(file.slice(table, table + 4)).toBe('xref')
  const places = [...file.slice(table).matchAll(/^(\d{10}) 00000 n /gm)].map(match => Number(match[1]))
  expect(places).toHaveLength(4 + 3 * 2)
  for (const [index, place] of places.entries())
    expect(file.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj`))
  for (const [, length, content] of file.matchAll(/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)) {
    expect(content).toHaveLength(Number(length))
  }
  expect(file).toContain('(Title \\(one\\)) Tj')
  expect(file).toContain('(Line 7 \\\\ ?) Tj')
})
