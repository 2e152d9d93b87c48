import { expect, test } from 'vitest'
import { explain, knownCodes, type RetryClass } from './error-codes.ts'

test.each<[number, RetryClass]>([
  [0, 'channel'],
  [1, 'permanent'],
  [2, 'transient'],
  [4, 'rate'],
  [10, 'channel'],
  [100, 'permanent'],
  [190, 'channel'],
  [200, 'channel'],
  [250, 'channel'],
  [299, 'channel'],
  [300, 'permanent'],
  [368, 'channel'],
  [470, 'window'],
  [80007, 'rate'],
  [130429, 'rate'],
  [131000, 'transient'],
  [131016, 'transient'],
  [131026, 'permanent'],
  [131042, 'channel'],
  [131047, 'window'],
  [131048, 'channel'],
  [131049, 'permanent'],
  [131053, 'permanent'],
  [131056, 'rate'],
  [131057, 'transient'],
  [132001, 'permanent'],
  [133004, 'transient'],
  [133010, 'channel'],
  [999999, 'permanent'],
  [-1, 'permanent'],
])('[Q-039] the refusal %i is %s', (code, retry) => {
  expect(explain(code, '').retry).toBe(retry)
})

test('[Q-039] every known refusal has a sentence and a remedy that end like sentences', () => {
  expect(knownCodes.length).toBeGreaterThan(60)
  for (const code of knownCodes) {
    const { sentence, remedy } = explain(code, 'details of Meta')
    expect(sentence, String(code)).toMatch(/^[A-Z].{10,120}\.$/)
    expect(remedy, String(code)).toMatch(/^[A-Z].{10,100}\.$/)
  }
})

test('[Q-039] an unknown refusal repeats what Meta says, or at least its code', () => {
  expect(explain(123456, ' Parameter odd ').sentence).toBe('WhatsApp refused the message: Parameter odd')
  expect(explain(123456, ' ').sentence).toBe('WhatsApp refused the message (code 123456).')
})
