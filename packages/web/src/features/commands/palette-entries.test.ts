import { expect, test } from 'vitest'
import { type PaletteEntry, paletteEntries } from './palette-entries.ts'

const entry = (name: string, group: PaletteEntry['group'] = 'Commands'): PaletteEntry => ({
  id: name,
  group,
  name,
  detail: '',
  run: () => undefined,
})
const found = [entry('Nakato Prossy', 'Customers')]
const others = [
  entry('Write a reply'),
  entry('LIB Flex Applications', 'Go to'),
  entry('IPP Applications', 'Go to'),
]

test.each([
  ['', ['0770 000 001', 'Write a reply', 'LIB Flex Applications', 'IPP Applications']],
  ['  ', ['0770 000 001', 'Write a reply', 'LIB Flex Applications', 'IPP Applications']],
  ['app', ['LIB Flex Applications', 'IPP Applications', 'Nakato Prossy']],
  ['APP lib', ['LIB Flex Applications', 'Nakato Prossy']],
  ['eply', ['Nakato Prossy']],
  ['reply write', ['Write a reply', 'Nakato Prossy']],
])('[Q-218] for %j the palette offers %j', (typed, names) => {
  const recent = [entry('0770 000 001', 'Recent searches')]
  expect(paletteEntries(typed, found, others, recent).map(({ name }) => name)).toEqual(names)
})
