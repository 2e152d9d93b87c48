import { expect, test } from 'vitest'
import { containing } from './text.ts'

test.each([
  ['Nakato', '%Nakato%'],
  ['50%', '%50\\%%'],
  ['a_b', '%a\\_b%'],
  ['\\', '%\\\\%'],
])('%j is looked for as %j', (text, pattern) => {
  expect(containing(text)).toBe(pattern)
})
