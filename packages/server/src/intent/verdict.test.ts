import type { Comparison } from '@parley/intents/compare'
import { describe, expect, test } from 'vitest'
import { linesOfLearning, objectionTo } from './verdict.ts'

const comparison = (before: [number, number], after: [number, number], texts = 400): Comparison => ({
  texts,
  before: { right: before[0], surelyWrong: before[1] },
  after: { right: after[0], surelyWrong: after[1] },
  better: [],
  worse: [],
})

describe('[Q-205] whether a new model is put to use', () => {
  test.each([
    ['as good', comparison([350, 5], [350, 5]), null, null],
    ['one text in a hundred less', comparison([350, 5], [346, 5]), null, null],
    ['more than that less', comparison([350, 5], [345, 5]), null, /fewer of the texts that are held back/],
    ['surely wrong on one in a hundred more', comparison([350, 5], [360, 9]), null, null],
    ['surely wrong on more than that', comparison([350, 5], [360, 10]), null, /surely wrong/],
    [
      'better, but worse on what supervisors said',
      comparison([350, 5], [360, 5]),
      comparison([2, 0], [1, 0], 3),
      /texts of supervisors/,
    ],
    ['better on both', comparison([350, 5], [351, 5]), comparison([0, 0], [2, 0], 3), null],
  ])('%s', (_, heldBack, heldOut, said) => {
    const objection = objectionTo({ heldBack, heldOut })
    if (said === null) expect(objection).toBeNull()
    else expect(objection).toMatch(said)
  })
})

test('[Q-205] what got better and worse is said in words; texts of customers are not quoted', () => {
  const changed = (text: string, intent: string, before: string | null, after: string | null) => ({
    text,
    intent,
    before,
    after,
  })
  const lines = linesOfLearning({
    learnt: 12,
    heldBack: {
      ...comparison([350, 5], [351, 4]),
      better: [
        changed('my claim pls', 'make_claim', null, 'make_claim'),
        changed('fire', 'oos', 'thanks', null),
      ],
      worse: [changed('hi', 'greeting', 'greeting', 'thanks')],
    },
    heldOut: {
      ...comparison([0, 1], [1, 0], 2),
      better: [changed('a customer’s words', 'complaint', null, 'complaint')],
    },
  })
  expect(lines).toEqual([
    'Learnt 12 texts of supervisors beside the shipped examples',
    'On 400 texts that are held back: 350 right before, 351 now; surely wrong 5 before, 4 now',
    '  better: Make Claim 1, none of these 1',
    '  worse: Greeting 1',
    '  + “my claim pls” (Make Claim): none of these before, Make Claim now',
    '  + “fire” (none of these): Thanks before, none of these now',
    '  - “hi” (Greeting): Greeting before, Thanks now',
    'On 2 texts of supervisors that were held out: 0 right before, 1 now; surely wrong 1 before, 0 now',
    '  better: Complaint 1',
  ])
})
