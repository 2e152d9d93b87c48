import { expect, test } from 'vitest'
import { characters, lengthOf } from './length.ts'

test.each([
  ['', 0],
  ['Oli otya', 8],
  ['🙏', 1],
  ['🙏🏿', 2],
  ['Jose\u0301', 5],
  ['🙏'.repeat(2_049), 2_049],
])('[Q-324] WhatsApp counts a text by code points', (text, length) => {
  expect(lengthOf(text)).toBe(length)
})

test('one character is not several', () => {
  expect([1, 2, 2_049].map(characters)).toEqual(['1 character', '2 characters', '2,049 characters'])
})
