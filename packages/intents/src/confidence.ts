import type { Scores } from './planes.ts'
import type { Vector } from './vocabulary.ts'

/** Turns scores into probabilities: that a text has any intent, and which. */
export interface Confidence {
  /** The temperature of the scores. */
  readonly temperature: number
  readonly known: Logistic
  /** Below this probability a text means none of the intents. */
  readonly threshold: number
}

/** A held-out text with its intent; null: none of the intents. */
export interface HeldOut {
  readonly vector: Vector
  readonly scores: Scores
  /** The index of its intent. */
  readonly intent: number | null
}

/**
 * One in ten texts is assumed to be outside of the intents. A larger share would make texts inside look unsure; a smaller one
 * would make texts outside look sure.
 */
const outsideShare = 0.1

/** Fits it to held-out texts, inside and outside of the intents. */
export function learnConfidence(texts: readonly HeldOut[]): Confidence {
  const inside = texts.filter(({ intent }) => intent !== null)
  const outside = texts.filter(({ intent }) => intent === null)
  const temperature = bestTemperature(inside)
  const weighOf = (share: number, count: number) => (count === 0 ? 0 : (share * texts.length) / count)
  const weights = {
    inside: weighOf(1 - outsideShare, inside.length),
    outside: weighOf(outsideShare, outside.length),
  }
  const known = learnLogistic(
    texts.map(({ vector, scores, intent }) => ({
      facts: factsOf(vector, scores),
      isTrue: intent !== null,
      weight: intent === null ? weights.outside : weights.inside,
    })),
  )
  const chances = (some: readonly HeldOut[]) =>
    some.map(({ vector, scores }) => chanceOf(known, factsOf(vector, scores))).toSorted((a, b) => a - b)
  return { temperature, known, threshold: bestThreshold(chances(inside), chances(outside)) }
}

/** The probability of any intent, and of each; the latter add up to the former. */
export function chancesOf(
  { temperature, known }: Confidence,
  vector: Vector,
  scores: Scores,
): { readonly known: number; readonly intents: Float64Array } {
  const chance = chanceOf(known, factsOf(vector, scores))
  return { known: chance, intents: softmax(scores.intents, temperature).map(one => one * chance) }
}

/** The features of the decision inside or outside. */
function factsOf({ knownWords, wordCount }: Vector, { intents, outside }: Scores): readonly number[] {
  let [first, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const score of intents) {
    if (score > first) [first, second] = [score, first]
    else if (score > second) second = score
  }
  const margin = Number.isFinite(second) ? first - second : first
  return [first, margin, outside, knownWords, Math.log1p(wordCount)]
}

function softmax(scores: Float64Array, temperature: number): Float64Array {
  const greatest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  const powers = scores.map(score => Math.exp((score - greatest) / temperature))
  const sum = powers.reduce((all, power) => all + power, 0)
  return powers.map(power => power / sum)
}

const [coldest, hottest] = [0.02, 5]

/** The temperature of the least cross-entropy, by golden section on its logarithm. */
function bestTemperature(inside: readonly HeldOut[]): number {
  const surprise = (logarithm: number): number =>
    inside.reduce(
      (sum, { scores, intent }) =>
        sum - Math.log(Math.max(1e-12, softmax(scores.intents, Math.exp(logarithm))[intent ?? 0] ?? 0)),
      0,
    )
  const golden = (Math.sqrt(5) - 1) / 2
  let [low, high] = [Math.log(coldest), Math.log(hottest)]
  for (let step = 0; step < 24; step += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (surprise(left) < surprise(right)) high = right
    else low = left
  }
  return Math.exp((low + high) / 2)
}

/** A rejected text inside costs as much as this many accepted ones outside. */
const worthOfInside = 2

/** The threshold of the least cost. Both lists are sorted. */
function bestThreshold(inside: readonly number[], outside: readonly number[]): number {
  if (outside.length === 0) return 0
  let best = { at: 0, worth: Number.NEGATIVE_INFINITY }
  let lost = 0
  for (const [n, chance] of outside.entries()) {
    while (lost < inside.length && (inside[lost] ?? 1) <= chance) lost += 1
    const worth = (n + 1) / outside.length - (worthOfInside * lost) / inside.length
    if (worth > best.worth) best = { at: chance, worth }
  }
  return best.at
}

/** A logistic model: the weights of the features, the bias last. */
export type Logistic = readonly number[]

export const chanceOf = (weights: Logistic, facts: readonly number[]): number =>
  1 / (1 + Math.exp(-sumOf(weights, facts)))

const sumOf = (weights: Logistic, facts: readonly number[]): number =>
  facts.reduce((sum, fact, n) => sum + fact * (weights[n] ?? 0), weights.at(-1) ?? 0)

/** A labelled sample with its features. */
export interface Sample {
  readonly facts: readonly number[]
  readonly isTrue: boolean
  /** Its weight. */
  readonly weight: number
}

const rounds = 30
/** Regularisation: keeps the weights finite for separable samples. */
const ridge = 1e-3

/** The maximum-likelihood weights, by Newton's method. */
export function learnLogistic(samples: readonly Sample[]): Logistic {
  const width = (samples[0]?.facts.length ?? 0) + 1
  let weights: number[] = Array<number>(width).fill(0)
  for (let round = 0; round < rounds; round += 1) {
    const slope: number[] = weights.map(weight => ridge * weight)
    const bend: number[][] = weights.map((_, row) =>
      weights.map((_one, column) => (row === column ? ridge : 0)),
    )
    for (const { facts, isTrue, weight } of samples) {
      const chance = chanceOf(weights, facts)
      const row = [...facts, 1]
      const certainty = weight * chance * (1 - chance)
      for (let a = 0; a < width; a += 1) {
        const value = row[a] ?? 0
        slope[a] = (slope[a] ?? 0) + weight * (chance - (isTrue ? 1 : 0)) * value
        const line = bend[a]
        if (line === undefined) continue
        for (let b = 0; b < width; b += 1) line[b] = (line[b] ?? 0) + certainty * value * (row[b] ?? 0)
      }
    }
    const step = solve(bend, slope)
    weights = weights.map((weight, n) => weight - (step[n] ?? 0))
    if (step.every(one => Math.abs(one) < 1e-9)) break
  }
  return weights
}

/** Solves a small linear system by Gaussian elimination with pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, n) => [...row, right[n] ?? 0])
  const size = rows.length
  for (let column = 0; column < size; column += 1) {
    let pivot = column
    for (let row = column; row < size; row += 1) {
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row
    }
    const [best, here] = [rows[pivot], rows[column]]
    if (best === undefined || here === undefined) continue
    rows[column] = best
    rows[pivot] = here
    for (const [n, row] of rows.entries()) {
      if (n === column) continue
      const factor = (row[column] ?? 0) / (best[column] ?? 1)
      for (let place = column; place <= size; place += 1)
        row[place] = (row[place] ?? 0) - factor * (best[place] ?? 0)
    }
  }
  return rows.map((row, n) => (row[size] ?? 0) / (row[n] ?? 1))
}
