import { shuffle } from './random.ts'
import type { Vector } from './vocabulary.ts'

/**
 * A plane for each intent, and one for texts outside of all if there were examples. They share one array, so that each feature of
 * a text is looked up once.
 */
export interface Planes {
  readonly intents: readonly string[]
  /** The number of planes: one for each intent, and the last for the outside if it had examples. */
  readonly count: number
  /** By feature, then by plane. */
  readonly weights: Float32Array
  readonly biases: Float32Array
}

/** A labelled text; null: none of the intents. */
export interface Labelled {
  readonly vector: Vector
  readonly intent: string | null
}

/**
 * The score of a text for each intent, in their order, and for the outside; null if there is no such plane. A greater score means
 * the class.
 */
export interface Scores {
  readonly intents: Float64Array
  readonly outside: number | null
}

/** Trains one plane for each intent and the outside. `size`: the number of features. */
export function learnPlanes(texts: readonly Labelled[], size: number, random: () => number): Planes {
  const intents = [...new Set(texts.flatMap(({ intent }) => intent ?? []))].toSorted()
  const sides = texts.some(({ intent }) => intent === null) ? [...intents, null] : intents
  const weights = new Float32Array(size * sides.length)
  const biases = new Float32Array(sides.length)
  const vectors = texts.map(({ vector }) => vector)
  for (const [column, side] of sides.entries()) {
    const plane = separate(vectors, n => texts[n]?.intent === side, size, random)
    for (let feature = 0; feature < size; feature += 1) {
      weights[feature * sides.length + column] = plane.weights[feature] ?? 0
    }
    biases[column] = plane.bias
  }
  return { intents, count: sides.length, weights, biases }
}

export function scoresOf(
  { intents, count, weights, biases }: Planes,
  { places, weights: values }: Vector,
): Scores {
  const scores = Float64Array.from(biases)
  for (let f = 0; f < places.length; f += 1) {
    const from = (places[f] ?? 0) * count
    const value = values[f] ?? 0
    for (let column = 0; column < count; column += 1) {
      scores[column] = (scores[column] ?? 0) + value * (weights[from + column] ?? 0)
    }
  }
  return { intents: scores.subarray(0, intents.length), outside: scores[intents.length] ?? null }
}

/** A plane between one class and all others: a greater score means the class. */
export interface Plane {
  readonly weights: Float64Array
  readonly bias: number
}

/** The penalty C of the SVM. */
const cost = 1
const mostRounds = 40
/** A closer approach takes longer and helps no text of a writer that was left out. */
const closeEnough = 0.3

/**
 * The plane of the widest margin, with squared hinge loss: dual coordinate descent with shrinking. Source: Hsieh et al., "A dual coordinate descent method for
 * large-scale linear SVM", 2008, algorithm 3 for the L2 loss.
 * @param isOfClass by the index of the text
 * @param size the number of features
 */
export function separate(
  texts: readonly Vector[],
  isOfClass: (place: number) => boolean,
  size: number,
  random: () => number,
): Plane {
  const weights = new Float64Array(size)
  let bias = 0
  const diagonal = 1 / (2 * cost)
  const sides = Int8Array.from(texts, (_, n) => (isOfClass(n) ? 1 : -1))
  const multipliers = new Float64Array(texts.length)
  const lengths = Float64Array.from(texts, text => diagonal + 1 + squared(text))
  let active = Int32Array.from(texts, (_, n) => n)
  let farthest = Number.POSITIVE_INFINITY
  for (let round = 0; round < mostRounds; round += 1) {
    shuffle(active, random)
    let [greatest, least] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    let kept = 0
    for (const n of active) {
      const text = texts[n]
      const side = sides[n] ?? 1
      if (text === undefined) continue
      const multiplier = multipliers[n] ?? 0
      const { places, weights: values } = text
      const slope = side * (scoreOf(weights, places, values) + bias) - 1 + diagonal * multiplier
      if (multiplier === 0 && slope > farthest) continue
      active[kept] = n
      kept += 1
      const step = multiplier === 0 ? Math.min(slope, 0) : slope
      greatest = Math.max(greatest, step)
      least = Math.min(least, step)
      if (Math.abs(step) < 1e-12) continue
      const next = Math.max(multiplier - slope / (lengths[n] ?? 1), 0)
      const change = (next - multiplier) * side
      multipliers[n] = next
      bias += change
      for (let f = 0; f < places.length; f += 1) {
        const place = places[f] ?? 0
        weights[place] = (weights[place] ?? 0) + change * (values[f] ?? 0)
      }
    }
    active = active.subarray(0, kept)
    if (greatest - least <= closeEnough) {
      if (kept === texts.length) break
      // Check the shrunk texts once more.
      active = Int32Array.from(texts, (_, n) => n)
      farthest = Number.POSITIVE_INFINITY
      continue
    }
    farthest = greatest > 0 ? greatest : Number.POSITIVE_INFINITY
  }
  return { weights, bias }
}

const squared = ({ weights }: Vector): number => weights.reduce((sum, weight) => sum + weight * weight, 0)

function scoreOf(weights: Float64Array, places: Int32Array, values: Float32Array): number {
  let score = 0
  for (let f = 0; f < places.length; f += 1) score += (weights[places[f] ?? 0] ?? 0) * (values[f] ?? 0)
  return score
}
