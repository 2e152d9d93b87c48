import { expect, test } from 'vitest'
import { sha256Hex } from './inbound-media.ts'
import { listOf, nameOf, nodeOf, numberOf, secondsOf, textOf } from './node.ts'

test.each<[unknown, object | null, readonly unknown[]]>([
  [{ a: 1 }, { a: 1 }, []],
  [[1], null, [1]],
  [null, null, []],
  ['text', null, []],
  [7, null, []],
])('%j is an object, or a list', (value, node, list) => {
  expect([nodeOf(value), listOf(value)]).toEqual([node, list])
})

test.each<[unknown, string | null, number | null]>([
  ['a', 'a', null],
  ['', null, null],
  [' ', ' ', null],
  ['\u0000', null, null],
  ['a\u0000b\u0000', 'ab', null],
  ['7', '7', 7],
  [' 7.5 ', ' 7.5 ', 7.5],
  [7, null, 7],
  [Number.POSITIVE_INFINITY, null, null],
  ['Infinity', 'Infinity', null],
  [true, null, null],
  [[], null, null],
  [null, null, null],
])('%j as text, as a number', (value, text, number) => {
  expect([textOf(value), numberOf(value)]).toEqual([text, number])
})

test.each<[unknown, string | null]>([
  ['1', '1970-01-01T00:00:01.000Z'],
  [32_503_680_000, '3000-01-01T00:00:00.000Z'],
  [32_503_680_001, null],
  ['1700000000.5', '2023-11-14T22:13:20.500Z'],
  [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
  [32_503_680_000_000, '3000-01-01T00:00:00.000Z'],
  [32_503_680_000_001, null],
  [0, null],
  [-1, null],
  ['soon', null],
])('%j seconds are %s', (value, at) => {
  expect(secondsOf(value)?.toISOString() ?? null).toBe(at)
})

test('a name is short, or none', () => {
  expect([nameOf('x'.repeat(41)), nameOf(null)]).toEqual(['x'.repeat(40), 'none'])
})

const bytes = Buffer.alloc(32, 0xfb)
test.each<[string, unknown, string | null]>([
  ['hex', bytes.toString('hex'), bytes.toString('hex')],
  ['hex in capitals', bytes.toString('hex').toUpperCase(), bytes.toString('hex')],
  ['base64', bytes.toString('base64'), bytes.toString('hex')],
  ['a digit too many', `${bytes.toString('hex')}0`, null],
  ['a digit too many before', `0${bytes.toString('hex')}`, null],
  ['base64 with more before', `x${bytes.toString('base64')}`, null],
  ['base64 with more behind', `${bytes.toString('base64')}x`, null],
  ['base64 of fewer bytes', Buffer.alloc(31).toString('base64'), null],
  ['nothing', null, null],
])('[DATA-11] a SHA-256 given as %s', (_, given, hex) => {
  expect(sha256Hex(given)).toBe(hex)
})
