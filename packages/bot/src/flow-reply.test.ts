import { expect, test } from 'vitest'
import { kindOfForm } from './flow-reply.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const both = {
  full_name: 'Nakato Mary',
  gender: 'FEMALE',
  phone_number: '0772123456',
  physical_address: 'Plot 4, Jinja Road',
}

test.each([
  ['what the asking system called it', 'ipp-2026-77', {}, 'ipp'],
  ['in capitals too', 'LIB_FLEX', both, 'lib'],
  ['a word that only begins alike is no name', 'library', both, null],
  ['what only one of both asks', null, { ...both, monthly_contribution: '50k' }, 'ipp'],
  [
    'nested, and wrong in part',
    null,
    { ...both, policy_details: { cover_amount: '20m', policy_term: 900 } },
    'lib',
  ],
  ['what both ask', null, both, null],
  ['too few', null, { full_name: 'Nakato Mary', smoker: 'no' }, null],
  ['none of ours', 'survey', { stars: '5', story: 'Good' }, null],
])('[Q-207] a form that came at once is known by %s', (_, reference, answers, kind) => {
  expect(kindOfForm({ reference, answers }, now)).toBe(kind)
})
