import { expect, test } from 'vitest'
import { isSecondFactorDemanded, recoveryCodeOf, typedCode } from './rules.ts'

test.each([
  ['off', 'ADMINISTRATOR', false],
  ['administrators', 'AGENT', false],
  ['administrators', 'SUPERVISOR', false],
  ['administrators', 'ADMINISTRATOR', true],
  ['everybody', 'AGENT', true],
  ['everybody', 'ADMINISTRATOR', true],
] as const)('[Q-171] demanded of %s, of an account of role %s: %s', (rule, role, demanded) => {
  expect(isSecondFactorDemanded(rule, role)).toBe(demanded)
})

test.each([
  ['123456', { app: '123456' }],
  [' 123 456 ', { app: '123456' }],
  ['7K3M-Q0XB-91TZ-HV5C', { recovery: '7K3M-Q0XB-91TZ-HV5C' }],
  ['7k3mqoxb9ltzhv5c', { recovery: '7K3M-Q0XB-91TZ-HV5C' }],
  ['7K3M-Q0XB-91TZ-HV5U', null],
  ['12345', null],
  ['1234567', null],
  ['١٢٣٤٥٦', null],
  ['', null],
])('[Q-171] "%s" is typed for a code: %j', (text, code) => {
  expect(typedCode(text)).toEqual(code)
})

test('[Q-171] a recovery code is read as it was made', () => {
  const code = recoveryCodeOf(Uint8Array.from({ length: 16 }, (_, n) => n * 17))
  expect(code).toMatch(/^(\w{4}-){3}\w{4}$/)
  expect(typedCode(code)).toEqual({ recovery: code })
})
