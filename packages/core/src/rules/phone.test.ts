import { expect, test } from 'vitest'
import { canonicalPhone, phoneLabel } from './phone.ts'

test.each([
  ['+256700000018', '+256700000018'],
  ['256700000018', '+256700000018'],
  ['0700000018', '+256700000018'],
  ['00256700000018', '+256700000018'],
  ['+256 700 000-018', '+256700000018'],
  ['(0700) 000 018', '+256700000018'],
  ['14155550100', '+14155550100'],
  ['+1234567', '+1234567'],
  ['+123456789012345', '+123456789012345'],
])('%s is %s', (raw, canonical) => {
  expect(canonicalPhone(raw)).toBe(canonical)
  expect(canonicalPhone(canonical)).toBe(canonical)
})

test.each(['', '+', 'Unknown', '123456', '+1234567890123456', '+0700000018', '0100000018'])(
  '%j is no number',
  raw => {
    expect(canonicalPhone(raw)).toBeNull()
  },
)

test.each([
  ['+256700000018', '+256 700 000 018'],
  ['+14155550100', '+14155550100'],
  ['Unknown', 'Unknown'],
])('%s is shown as %s', (phone, label) => {
  expect(phoneLabel(phone)).toBe(label)
})
