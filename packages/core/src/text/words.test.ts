import { expect, test } from 'vitest'
import { inWords } from './words.ts'

test.each([
  ['ACTIVE', 'Active'],
  ['WAITING_ON_THIRD_PARTY', 'Waiting on third party'],
  // Of a newer server, or WhatsApp's.
  ['ON_HOLD_ABROAD', 'On hold abroad'],
  ['RED', 'Red'],
])('%s is read as %s', (code, words) => {
  expect(inWords(code)).toBe(words)
})
