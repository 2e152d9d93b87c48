import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { seeded } from './random.ts'
import { type Example, learn } from './recogniser.ts'

const of = (intent: string, ...texts: readonly string[]): readonly Example[] =>
  texts.flatMap(text => ['', ' please', ' now', ' today', ' sir'].map(end => ({ text: text + end, intent })))
const both = [
  ...of('claim', 'file my claim', 'claim for the funeral'),
  ...of('balance', 'show my balance', 'balance of savings'),
  ...of('oos', 'who won the match', 'rain in kampala', 'price of matooke'),
]
const before = learn([...both, ...of('balance', 'zimba kolo')], seeded(1))
const rest = both.filter(({ text }) => !text.startsWith('who won'))
const after = learn(
  [...rest, ...of('claim', 'zimba kolo'), ...of('balance', 'who won the match', 'who won a match')],
  seeded(1),
)

test('[Q-205] of two recognisers it is told on which texts the second is better and worse, and where surely wrong', () => {
  const tests = [
    { text: 'zimba kolo', intent: 'claim' },
    { text: 'who won the match', intent: 'oos' },
    { text: 'file my claim', intent: 'claim' },
  ]
  const told = compare(before, after, tests)
  expect(told).toMatchObject({ texts: 3, before: { right: 2 }, after: { right: 2 } })
  expect(told.better).toEqual([{ ...tests[0], before: 'balance', after: 'claim' }])
  expect(told.worse.map(({ text, before: was }) => [text, was])).toEqual([['who won the match', null]])
  expect(compare(after, after, tests)).toMatchObject({ better: [], worse: [] })
})

test('[Q-205] what is said with the confidence on which the bot acts and is wrong is surely wrong', () => {
  const tests = [{ text: 'show my balance', intent: 'claim' }]
  const none = [{ text: 'show my balance', intent: 'balance' }]
  expect(compare(before, before, tests).after).toEqual({ right: 0, surelyWrong: 1 })
  expect(compare(before, before, none).after).toEqual({ right: 1, surelyWrong: 0 })
})
