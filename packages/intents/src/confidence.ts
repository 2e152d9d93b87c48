import { chanceOf, learnLogistic, type Logistic } from './logistic.ts'
import type { Scores } from './planes.ts'
import type { Vector } from './vocabulary.ts'

/** What a score means: how sure it is that a text is of the intents at all, and of which. */
export interface Confidence {
  /** What scores are divided by before they are compared. */
  readonly temperature: number
  readonly known: Logistic
  /** Below this chance of being known a text means none of the intents. */
  readonly threshold: number
}

/** A text that the scores were not learnt from, with what it means; null: none of the intents. */
export interface HeldOut {
  readonly vector: Vector
  readonly scores: Scores
  /** The place of its intent among the scores. */
  readonly intent: number | null
}

/**
 * Of what is written one in ten is taken to be outside of the intents. More would make all that is inside look unsure, fewer
 * what is outside look sure.
 */
const outsideShare = 0.1

/** Learns it from texts that were held out, inside and outside of the intents. */
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

/** How sure it is that a text is known, and the chance of each intent, which together are that. */
export function chancesOf(
  { temperature, known }: Confidence,
  vector: Vector,
  scores: Scores,
): { readonly known: number; readonly intents: Float64Array } {
  const chance = chanceOf(known, factsOf(vector, scores))
  return { known: chance, intents: softmax(scores.intents, temperature).map(one => one * chance) }
}

/** By what it is judged whether a text is known. */
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

/** The one under which what was right was the least surprising, by golden section on its logarithm. */
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

/** A text inside that is sent away is as bad as so many outside that are taken for something. */
const worthOfInside = 2

/** Where what is lost of the inside texts, and what passes of the outside ones, is together the least. Both sorted. */
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
