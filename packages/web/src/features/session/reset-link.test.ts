import { expect, test } from 'vitest'
import { resetTokenIn } from './reset-link.ts'

test.each([
  ['?reset=abc.def', 'abc.def'],
  ['?reset=a%2Bb', 'a+b'],
  ['?reset=', null],
  ['?status=active', null],
  ['', null],
])('[LOGIN-04 Q-025] the reset token in %j is %j', (search, token) => {
  expect(resetTokenIn(search)).toBe(token)
})
