import { expect, test } from 'vitest'
import { hasVisibleText } from './visible.ts'

test.each([
  ['', false],
  [' \n\u00a0\u3000', false],
  ['\u200b\u200d\u2060\ufeff', false],
  ['\u202e\u2066\u200f', false],
  ['\u3164', false],
  ['\u115f\u1160\uffa0', false],
  ['\u2800\u00ad\u034f', false],
  ['\ufe0f\u{e0061}\u{e007f}', false],
  ['\u200b.', true],
  ['\u0600', true],
  ['🇺🇬', true],
  ['ㅤa', true],
])('[Q-315] %j shows something: %s', (text, expected) => {
  expect(hasVisibleText(text)).toBe(expected)
})
