import { expect, test } from 'vitest'
import { namesApart } from './rules.ts'

const person = (id: string, name: string, department: string | null = null) => ({ id, name, department })

test.each([
  ['one alone', [person('1', 'Moses Kato', 'Claims')], ['Moses Kato']],
  [
    'two departments',
    [
      person('1', 'Moses Kato', 'Claims'),
      person('2', 'Moses Kato', 'Pensions'),
      person('3', 'Ann', 'Claims'),
    ],
    ['Moses Kato (Claims)', 'Moses Kato (Pensions)', 'Ann'],
  ],
  [
    'names that only look different',
    [person('1', 'José', 'Claims'), person('2', 'jose ', 'Pensions')],
    ['José (Claims)', 'jose  (Pensions)'],
  ],
  [
    'one without a department',
    [person('1', 'Moses Kato', 'Claims'), person('2', 'Moses Kato')],
    ['Moses Kato (Claims)', 'Moses Kato (agent 2)'],
  ],
  [
    'one department',
    [
      person('1', 'Moses Kato', 'Claims'),
      person('2', 'Moses Kato', 'claims'),
      person('3', 'Moses Kato', 'Pensions'),
    ],
    ['Moses Kato (agent 1)', 'Moses Kato (agent 2)', 'Moses Kato (Pensions)'],
  ],
])('[Q-327] a chooser tells namesakes apart: %s', (_, people, names) => {
  expect(people.map(namesApart(people))).toEqual(names)
})
