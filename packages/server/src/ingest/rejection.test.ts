import { Refusal } from '@parley/core/errors'
import { expect, test } from 'vitest'
import { ItemRejected, rejectionOf } from './rejection.ts'

const withCode = (code: unknown) => Object.assign(new Error('value "Nakato" is too long'), { code })

test.each<[string, unknown, string | null, string | null]>([
  ['a parser', new ItemRejected('malformed', 'It has no id.'), 'malformed', 'It has no id.'],
  ['a rule', new Refusal('conversation.archived'), 'rule', new Refusal('conversation.archived').message],
  ['a value no column takes', withCode('22001'), 'unstorable', 'The database cannot hold it (22001)'],
  ['a missing value', withCode('23502'), 'unstorable', 'The database cannot hold it (23502)'],
  ['a broken check', withCode('23514'), 'unstorable', 'The database cannot hold it (23514)'],
  ['a race', withCode('23505'), null, null],
  ['a full disk', withCode('53100'), null, null],
  ['a code that only ends so', withCode('x23502'), null, null],
  ['a code that only begins so', withCode('235140'), null, null],
  ['a code within another', withCode('99822'), null, null],
  ['a code that is no text', withCode(22001), null, null],
  ['a mistake of ours', new TypeError('x is not a function'), null, null],
])('[GEN-06] what %s says against an item, without a word of the customer', (_, error, reason, sentence) => {
  const refusal = rejectionOf(error)
  expect([refusal?.reason ?? null, refusal?.message ?? null]).toEqual([reason, sentence])
})
