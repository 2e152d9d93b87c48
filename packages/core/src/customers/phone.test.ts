import { expect, test } from 'vitest'
import { canonicalPhone, phoneLabel, spellingsOf } from './rules.ts'

test.each([
  ['+256700000018', '+256700000018'],
  ['256700000018', '+256700000018'],
  ['0700000018', '+256700000018'],
  ['00256700000018', '+256700000018'],
  ['+256 700 000-018', '+256700000018'],
  ['(0700) 000 018', '+256700000018'],
  ['14155550100', '+14155550100'],
  ['\u202a+256 700 000 018\u202c', '+256700000018'],
  ['tel:+256-700-000-018', '+256700000018'],
  ['+256 (0)700 000 018', '+256700000018'],
  ['00256 (0) 700 000 018', '+256700000018'],
  ['٠٧٠٠٠٠٠٠١٨', '+256700000018'],
  ['\u200e０７００ ０００ ０１８', '+256700000018'],
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

test.each([
  ['5215512345678', '525512345678'],
  ['5491123456789', '541123456789'],
  ['5511987654321', '551187654321'],
])('%s and %s are one account, whichever is given', (long, short) => {
  expect(spellingsOf(long)).toEqual([long, short])
  expect(spellingsOf(short)).toEqual([short, long])
})

test.each(['256772000001', '14155550100', '551133334444', '52155123456789'])(
  '%s has one spelling',
  digits => {
    expect(spellingsOf(digits)).toEqual([digits])
  },
)
