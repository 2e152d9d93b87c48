import { expect, test } from 'vitest'
import { closingOf } from './closing.ts'

const never = () => {
  throw new Error('The text is recognised')
}
const surely = { intent: 'thanks', confidence: 0.9 }

test.each([
  ['Thanks a lot! 🙏', surely, true],
  ['Mwebale nnyo', surely, true],
  ['Asante sana', surely, true],
  ['noted, bye', surely, true],
  ['Thanks', { intent: 'thanks', confidence: 0.4 }, false],
  ['Thanks', { intent: null, confidence: 0 }, false],
  ['Good morning', { intent: 'greeting', confidence: 0.9 }, false],
  ['👍', { intent: null, confidence: 0 }, true],
  ['🙏🏿🙏🏿 ❤️', { intent: null, confidence: 0 }, true],
  ['🙏😭', surely, false],
  ['🐐', surely, false],
  ['Thank you 😡', surely, false],
  ['', { intent: null, confidence: 0 }, false],
  ['Thanks, but when will it be paid?', surely, false],
  ['Ok so which form', surely, false],
  ['Good. Is the form there', surely, false],
  ['God bless you, the service is the best', surely, true],
  ['ok 0772123456', surely, false],
  ['Mwebale naye ssente tezinnajja', surely, false],
  ['Asante lakini pesa haijafika', surely, false],
  [`thanks ${'and thanks '.repeat(20)}`, surely, false],
])('[Q-411] %j, recognised as %j, only closes: %s', (text, recognised, closes) => {
  expect(closingOf(text, () => recognised).closes).toBe(closes)
})

test('[Q-411] the confidence is that of the recogniser; a sign alone is sure', () => {
  expect(closingOf('thanks', () => surely).confidence).toBe(0.9)
  expect(closingOf('👍', never).confidence).toBe(1)
  expect(closingOf('thanks, when?', never).confidence).toBe(0)
})
