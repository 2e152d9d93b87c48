import type { Scores } from './planes.ts'
import type { Vector } from './vocabulary.ts'

/** Turns scores into probabilities: that the likeliest intent is right, and of each. */
export interface Confidence {
  /** The temperature of the scores. */
  readonly temperature: number
  readonly right: Logistic
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
  const temperature = bestTemperature(texts)
  const weighOf = (share: number, count: number) => (count === 0 ? 0 : (share * texts.length) / count)
  const weights = {
    inside: weighOf(1 - outsideShare, inside.length),
    outside: weighOf(outsideShare, outside.length),
  }
  const judged = texts.map(({ vector, scores, intent }) => {
    const { first, chances } = likeliest(scores, temperature)
    return { facts: factsOf(vector, chances[first] ?? 0), intent, isTrue: first === intent }
  })
  const right = learnLogistic(
    judged.map(({ facts, intent, isTrue }) => ({
      facts,
      isTrue,
      weight: intent === null ? weights.outside : weights.inside,
    })),
  )
  const chancesIn = (some: typeof judged) =>
    some.map(({ facts }) => chanceOf(right, facts)).toSorted((a, b) => a - b)
  const threshold = bestThreshold(
    chancesIn(judged.filter(({ isTrue }) => isTrue)),
    chancesIn(judged.filter(({ intent }) => intent === null)),
  )
  return { temperature, right, threshold }
}

/** The probability that the likeliest intent is right, and that of each; all of them are 1 at most. */
export function chancesOf(
  { temperature, right }: Confidence,
  vector: Vector,
  scores: Scores,
): { readonly right: number; readonly intents: Float64Array } {
  const { first, chances } = likeliest(scores, temperature)
  const most = chances[first] ?? 0
  const chance = chanceOf(right, factsOf(vector, most))
  const others = chances.reduce((sum, one) => sum + one, 0) - most
  const scale = Math.min(chance / most, others > 0 ? (1 - chance) / others : 1)
  return { right: chance, intents: chances.map((one, n) => (n === first ? chance : one * scale)) }
}

/** The chance of each intent by the scores of all planes, and which intent is the likeliest. */
function likeliest(
  scores: Scores,
  temperature: number,
): { readonly first: number; readonly chances: Float64Array } {
  const chances = softmax(scores, temperature)
  let first = 0
  for (const [n, chance] of chances.entries()) if (chance > (chances[first] ?? 0)) first = n
  return { first, chances }
}

/** The features of the decision whether the likeliest intent is right. */
function factsOf({ knownWords, wordCount }: Vector, chance: number): readonly number[] {
  const certain = Math.min(1 - 1e-9, Math.max(1e-9, chance))
  return [Math.log(certain / (1 - certain)), knownWords, Math.log1p(wordCount)]
}

/** The chances of the intents; those of a plane for the outside are the rest of 1. */
function softmax({ intents, outside }: Scores, temperature: number): Float64Array {
  const greatest = intents.reduce((most, score) => Math.max(most, score), outside ?? Number.NEGATIVE_INFINITY)
  const powers = intents.map(score => Math.exp((score - greatest) / temperature))
  const none = outside === null ? 0 : Math.exp((outside - greatest) / temperature)
  const sum = powers.reduce((all, power) => all + power, none)
  return powers.map(power => power / sum)
}

const [coldest, hottest] = [0.02, 5]

/** The temperature of the least cross-entropy, by golden section on its logarithm. Without a plane for the outside by texts inside. */
function bestTemperature(texts: readonly HeldOut[]): number {
  const told = texts.filter(({ intent, scores }) => intent !== null || scores.outside !== null)
  const surprise = (logarithm: number): number =>
    told.reduce((sum, { scores, intent }) => {
      const chances = softmax(scores, Math.exp(logarithm))
      const chance = intent === null ? 1 - chances.reduce((all, one) => all + one, 0) : chances[intent]
      return sum - Math.log(Math.max(1e-12, chance ?? 0))
    }, 0)
  const golden = (Math.sqrt(5) - 1) / 2
  let [low, high] = [Math.log(coldest), Math.log(hottest)]
  for (let step = 0; step < 24; step += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (surprise(left) < surprise(right)) high = right
    else low = left
  }
  return Math.exp((low + high) / 2)
}

/** A rejected text that was right costs as much as this many accepted ones outside. */
const worthOfInside = 2

/** The threshold of the least cost. Both lists, of right texts inside and of texts outside, are sorted. */
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
