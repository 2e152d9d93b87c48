import { expect, test } from 'vitest'
import { isEmojiOnly } from './text-parts.ts'

test.each([
  ['👍', true],
  ['👩‍👩‍👧 ❤️', true],
  ['🇺🇬', true],
  ['🇺🇬🇰🇪', true],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', true],
  ['👋🏽👋🏿', true],
  ['1️⃣ #️⃣', true],
  ['❤', true],
  ['🏳️‍🌈 🤷🏽‍♀️', true],
  ['1234 👍', false],
  ['2024 ©', false],
  ['©', false],
  ['❤\ufe0e', false],
  ['🇺', false],
  ['123', false],
  ['👍 ok', false],
  ['🏽', false],
  ['\u200d', false],
  ['', false],
  ['👍'.repeat(17), false],
])('[Q-313] %j is emoji alone, and drawn large: %s', (text, expected) => {
  expect(isEmojiOnly(text)).toBe(expected)
})
