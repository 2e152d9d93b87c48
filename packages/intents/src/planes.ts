import { separate } from './separate.ts'
import type { Vector } from './vocabulary.ts'

/**
 * A plane for each intent, and one for what lies outside of all where there were examples of it, kept together: a text's
 * features are looked up once for all of them.
 */
export interface Planes {
  readonly intents: readonly string[]
  /** How many planes there are: one more than intents where one is of the outside, the last. */
  readonly count: number
  /** By feature, then by plane. */
  readonly weights: Float32Array
  readonly biases: Float32Array
}

/** A text that is known to mean something, or, null, none of the intents. */
export interface Labelled {
  readonly vector: Vector
  readonly intent: string | null
}

/** How far a text lies on the side of each intent, in their order, and on that of the outside; 0 where no plane is of it. */
export interface Scores {
  readonly intents: Float64Array
  readonly outside: number
}

/** Learns to tell each intent, and the outside, from all others. `size`: how many features there are. */
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
  return { intents: scores.subarray(0, intents.length), outside: scores[intents.length] ?? 0 }
}
