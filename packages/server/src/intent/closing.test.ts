import { closingOf } from '@parley/intents/closing'
import { readExamples } from '@parley/intents/example-file'
import { expect, test } from 'vitest'
import { openUnderstanding } from './understanding.ts'

const file = new URL('../../../intents/test/closing.csv', import.meta.url).pathname

test('[Q-411] of 200 texts kept apart, nine in ten that close are found, and none that wants more', () => {
  const { ofCustomer } = openUnderstanding()
  const closes = (text: string) =>
    closingOf(text, given => ofCustomer(given).guesses[0] ?? { intent: null, confidence: 0 }).closes
  const texts = readExamples(file)
  const [closing, open] = ['closing', 'open'].map(kind => texts.filter(({ intent }) => intent === kind))
  expect([closing?.length, open?.length]).toEqual([100, 100])
  expect(closing?.filter(({ text }) => closes(text)).length).toBeGreaterThanOrEqual(90)
  expect(open?.filter(({ text }) => closes(text))).toEqual([])
})
