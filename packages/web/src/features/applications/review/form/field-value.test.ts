import { expect, test } from 'vitest'
import { declarationLabel, fieldValue } from './field-value.ts'

test.each([
  [1_200_000, 'money', 'UGX 1,200,000'],
  [0, 'money', 'UGX 0'],
  ['1991-03-04', 'date', 'Mar 4, 1991'],
  ['2026-12-01', 'date', 'Dec 1, 2026'],
  ['0772123456', 'phone', '+256 772 123 456'],
  ['call me', 'phone', 'call me'],
  ['MOBILE_MONEY', 'word', 'Mobile money'],
  ['Self made', 'word', 'Self made'],
  [1, 'years', '1 year'],
  [20, 'years', '20 years'],
  [172, 'number', '172'],
  [true, 'yes-no', 'Yes'],
  [false, 'yes-no', 'No'],
  [['Asthma', 'Gout'], 'list', 'Asthma, Gout'],
  [[], 'list', null],
  ['  ', 'text', null],
  [null, 'money', null],
  [undefined, 'text', null],
] as const)('[APPD-16 CONST-06] %j as %s reads %j', (value, form, words) => {
  expect(fieldValue(value, form)).toBe(words)
})

test('[DATA-43] a declaration is called by its own name', () => {
  expect(declarationLabel('terms_accepted')).toBe('Terms accepted')
})
