import { expect, test } from 'vitest'
import { matchesName, matchesPhone, readSearch } from './rules.ts'

test.each([[''], ['  '], ['\t\n']])('%j searches for nothing', typed => {
  expect(readSearch(typed)).toBeNull()
})

test.each([
  ['nakato', 'Nakato Prossy', true],
  ['  PROSSY   nak ', 'Nakato Prossy', true],
  ['nakato okello', 'Nakato Prossy', false],
  ['é', 'Renée', true],
  ['icaro', 'Ícaro Silva', true],
  ['jose\u0301', 'José', true],
  ["ng'ombe", 'Ng’ombe Musa', true],
  ['strasse', 'Straße', true],
  ['lukasz bjorn dorde', 'Łukasz Bjørn Đorđe', true],
])('%j finds the name %s: %s', (typed, name, found) => {
  const search = readSearch(typed)
  expect(search !== null && matchesName(search, name)).toBe(found)
})

test.each([
  ['+256 700 000 002', true],
  ['+256700000002', true],
  ['256-700-000-002', true],
  ['(256) 700.000/002', true],
  ['0700 000 002', true],
  ['00256 700000002', true],
  ['700 000', true],
  ['0000', true],
  ['0701', false],
  ['00700', false],
  ['0700 000 003', false],
  ['+700', false],
  ['0700x', false],
  ['x700', false],
  ['\u202a+256 700 000 002\u202c', true],
  ['\u200e+256 700 000 002\u2069', true],
  ['+256‑700–000−002', true],
  ['tel:+256700000002', true],
  ['+256 (0)700 000 002', true],
  ['٠٧٠٠٠٠٠٠٠٢', true],
  ['０７００ ０００ ００２', true],
  ['+256\u00a0700\u2009000\u00a0002', true],
])('%j finds the number +256700000002: %s', (typed, found) => {
  const search = readSearch(typed)
  expect(search !== null && matchesPhone(search, '+256700000002')).toBe(found)
})

test('a local spelling stands for a number of ours alone, and only at its beginning', () => {
  const local = readSearch('0700 000')
  expect([local?.phone.begins, local?.phone.contains]).toEqual([['+256700000'], ['0700 000', '0700000']])
  expect(local !== null && matchesPhone(local, '+1256700000')).toBe(false)
  expect(readSearch('001 202')?.phone.begins).toEqual(['+1202'])
  expect(readSearch('700')?.phone).toEqual({ contains: ['700'], begins: [] })
  expect(readSearch('Plot 0700')?.phone).toEqual({ contains: ['Plot 0700', 'Plot0700'], begins: [] })
})

test.each([
  ['tck 7', 'TCK-00007'],
  ['TCK-00007', 'TCK-00007'],
  ['tck123456', 'TCK-123456'],
  ['IPP-2207', 'IPP-2207'],
  ['ipp2207', 'IPP-2207'],
  ['lib  0012', 'LIB-12'],
  ['TCK‑00001', 'TCK-00001'],
  ['\u2068tck–7\u2069', 'TCK-00007'],
  ['ＴＣＫ-٧', 'TCK-00007'],
  ['lib', null],
  ['tck-', null],
  ['xtck-7', null],
  ['tck-7x', null],
  ['tck-1234567890123456', null],
])('%j names %s', (typed, reference) => {
  expect(readSearch(typed)?.reference).toBe(reference)
})
