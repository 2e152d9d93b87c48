import { expect, test } from 'vitest'
import { readNumber } from './phone.ts'

test.each<[string, string | null]>([
  ['+256700000001', '+256700000001'],
  ['256700000001', '+256700000001'],
  ['00256 700 000 001', '+256700000001'],
  [' +256 (700) 000-001 ', '+256700000001'],
  ['+1.650.555.1234', '+16505551234'],
  ['0700000001', null],
  ['12345', null],
  ['+1234567890123456', null],
  ['', null],
  ['UG.123', null],
  ['+256700000001x', null],
])('the spelling %j is the number %j', (spelling, number) => {
  expect(readNumber(spelling)).toBe(number)
})
