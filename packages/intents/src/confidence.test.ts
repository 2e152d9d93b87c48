import { expect, test } from 'vitest'
import { chanceOf, chancesOf, type HeldOut, learnConfidence, learnLogistic } from './confidence.ts'
import { seeded } from './random.ts'

const vector = (knownWords: number) => ({
  places: new Int32Array(),
  weights: new Float32Array(),
  knownWords,
  wordCount: 5,
})

const low = { intents: Float64Array.from([-1, -1.1, -1.2]), outside: null }

/** Texts whose first score is right as often as its probability, and texts outside, which have low scores. */
function heldOut(temperature: number): HeldOut[] {
  const random = seeded(1)
  const inside = Array.from({ length: 4_000 }, (): HeldOut => {
    const scores = Float64Array.from([random(), random() - 0.5, random() - 1])
    const powers = scores.map(score => Math.exp(score / temperature))
    const sum = powers.reduce((all, power) => all + power, 0)
    let left = random() * sum
    const intent = powers.findIndex(power => (left -= power) <= 0)
    return { vector: vector(1), scores: { intents: scores, outside: null }, intent: Math.max(0, intent) }
  })
  const outside = Array.from({ length: 400 }, (): HeldOut => {
    return { vector: vector(0.2 * random()), scores: low, intent: null }
  })
  return [...inside, ...outside]
}

test.each([0.2, 1])('[Q-198] finds what scores are divided by: %f', temperature => {
  const learnt = learnConfidence(heldOut(temperature))
  expect(Math.abs(Math.log(learnt.temperature / temperature))).toBeLessThan(0.15)
})

test('[Q-198] tells what is outside from what is inside, and the likeliest intent has the chance of being right', () => {
  const learnt = learnConfidence(heldOut(0.2))
  const inside = chancesOf(learnt, vector(1), {
    intents: Float64Array.from([0.9, -0.4, -0.8]),
    outside: null,
  })
  const outside = chancesOf(learnt, vector(0.1), low)
  expect(inside.right).toBeGreaterThan(0.95)
  expect(outside.right).toBeLessThan(0.2)
  expect(inside.right).toBeGreaterThan(learnt.threshold)
  expect(outside.right).toBeLessThanOrEqual(learnt.threshold)
  for (const { right, intents } of [inside, outside]) {
    expect(Math.max(...intents)).toBe(right)
    expect(intents.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1)
  }
})

test('[Q-423] an intent is less sure the nearer a text is to the plane of the outside', () => {
  const texts = heldOut(0.2).map(one => ({
    ...one,
    scores: { ...one.scores, outside: one.intent === null ? 0.5 : -1 },
  }))
  const learnt = learnConfidence(texts)
  const rightWith = (outside: number) =>
    chancesOf(learnt, vector(1), { intents: Float64Array.from([0.6, -0.4, -0.8]), outside }).right
  expect(rightWith(-1)).toBeGreaterThan(0.9)
  expect(rightWith(0.6)).toBeLessThan(rightWith(-1))
  expect(rightWith(1)).toBeLessThan(rightWith(0.6))
})

test('[Q-198] without anything outside everything is inside', () => {
  const learnt = learnConfidence(heldOut(0.2).filter(({ intent }) => intent !== null))
  expect(learnt.threshold).toBe(0)
})

test('[Q-198] chances are learnt from how often something was so', () => {
  const weights = learnLogistic(
    [0.1, 0.8].flatMap((share, fact) =>
      Array.from({ length: 100 }, (_, n) => ({ facts: [fact], isTrue: n < share * 100, weight: 1 })),
    ),
  )
  expect(chanceOf(weights, [0])).toBeCloseTo(0.1, 2)
  expect(chanceOf(weights, [1])).toBeCloseTo(0.8, 2)
})
