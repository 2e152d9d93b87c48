import { expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { Recogniser } from './recogniser.ts'
import { Vocabulary } from './vocabulary.ts'

/**
 * A recogniser of two words, each for an intent. `known` is its confidence for any text with such a word, so that every figure
 * can be calculated by hand.
 */
function recogniserOf(known: number, threshold: number): Recogniser {
  const vocabulary = Vocabulary.from({ words: ['yes', 'no'], pieces: [] }, Float32Array.from([1, 1]))
  const logit = Math.log(known / (1 - known))
  return {
    vocabulary,
    planes: {
      intents: ['agree', 'refuse'],
      count: 2,
      weights: Float32Array.from([9, 0, 0, 9]),
      biases: Float32Array.from([0, 0]),
    },
    // Without a known word, the logit is lower by 9.
    confidence: { temperature: 0.1, right: [0, 9, 0, logit - 9], threshold },
  }
}

const tests = [
  { text: 'yes', intent: 'agree' },
  { text: 'no', intent: 'refuse' },
  { text: 'no', intent: 'refuse' },
  { text: 'no', intent: 'agree' },
  { text: 'perhaps', intent: 'oos' },
  { text: 'yes', intent: 'oos' },
]

test('[Q-198] the figures of a recogniser are those that one reckons by hand', () => {
  const judged = evaluate(recogniserOf(0.8, 0.5), tests, () => 0)
  expect(judged).toMatchObject({
    accuracy: 0.75,
    accuracy_with_none: 0.75,
    // Five have a confidence of 0.8: three of them are right.
    precision_at_0_7: 0.6,
    coverage_at_0_7: 1,
    oos_recall: 0.5,
  })
  const unknown = (chance: number) => chance / 2
  const odds = Math.exp(Math.log(4) - 9)
  // Five of six deviate by 0.8 − 0.6; the one without a known word is almost certainly outside, and is.
  expect(judged.ece).toBeCloseTo((5 / 6) * 0.2 + (1 / 6) * unknown(odds / (1 + odds)), 4)
})

test('[Q-198] what is not said for sure is not counted as said', () => {
  const judged = evaluate(recogniserOf(0.6, 0.5), tests, () => 0)
  expect(judged).toMatchObject({ precision_at_0_7: null, coverage_at_0_7: 0, accuracy: 0.75 })
  expect(evaluate(recogniserOf(0.8, 0.9), tests, () => 0)).toMatchObject({
    accuracy: 0.75,
    accuracy_with_none: 0,
    oos_recall: 1,
    precision_at_0_7: null,
  })
})
