import { expect, test } from 'vitest'
import { byteRangeOf } from './serve.ts'

test.each<[string | undefined, number, ReturnType<typeof byteRangeOf>]>([
  [undefined, 10, null],
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=2-4', 10, { start: 2, end: 4 }],
  ['bytes= 2 - 4', 10, { start: 2, end: 4 }],
  ['bytes=2-', 10, { start: 2, end: 9 }],
  ['bytes=2-99', 10, { start: 2, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-99', 10, { start: 0, end: 9 }],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  ['bytes=4-2', 10, null],
  ['bytes=-', 10, null],
  ['bytes=0-1,4-5', 10, null],
  ['lines=0-1', 10, null],
  ['bytes=a-b', 10, null],
])('[API-21] %s of %i bytes', (header, size, range) => {
  expect(byteRangeOf(header, size)).toEqual(range)
})
