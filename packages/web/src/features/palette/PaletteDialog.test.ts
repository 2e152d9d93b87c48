import { expect, test } from 'vitest'
import { type PaletteEntry, paletteEntries, plain, textOf } from './PaletteDialog.tsx'

const entry = (name: string, group: PaletteEntry['group'] = 'Commands'): PaletteEntry => ({
  id: name,
  group,
  name: plain(name),
  detail: [],
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
  expect(paletteEntries(typed, found, others, recent).map(({ name }) => textOf(name))).toEqual(names)
})

test('[Q-218] what begins with all that was typed stands first of its group, and the groups stay as they are', () => {
  const several = [
    entry('View Snoozed'),
    entry('Snooze'),
    entry('Snooze again'),
    entry('All that is snoozed', 'Go to'),
    entry('Snoozed', 'Go to'),
  ]
  const offered = (typed: string) => paletteEntries(typed, [], several, []).map(({ name }) => textOf(name))
  expect(offered('sno')).toEqual(['Snooze', 'Snooze again', 'View Snoozed', 'Snoozed', 'All that is snoozed'])
  expect(offered('Snooze  A')).toEqual(['Snooze again', 'All that is snoozed'])
})

test.each([
  ['app', '[App]lications'],
  ['APP lib', '[LIB] Flex [App]lications'],
  ['a appl', '[Appl]ications'],
])('[Q-218] for %j it marks what was typed where a word begins with it: %j', (typed, marked) => {
  const [first] = paletteEntries(typed, [], others, [])
  expect(first?.name.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')).toContain(marked)
})
