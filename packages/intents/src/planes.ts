import { separate } from './separate.ts'
import type { Vector } from './vocabulary.ts'

/** A plane for each intent, kept together: a text's features are looked up once for all of them. */
export interface Planes {
  readonly intents: readonly string[]
  /** By feature, then by intent. */
  readonly weights: Float32Array
  readonly biases: Float32Array
}

/** A text that is known to mean something. */
export interface Labelled {
  readonly vector: Vector
  readonly intent: string
}

/** Learns to tell each intent from all others. `size`: how many features there are. */
export function learnPlanes(texts: readonly Labelled[], size: number, random: () => number): Planes {
  const intents = [...new Set(texts.map(({ intent }) => intent))].toSorted()
  const weights = new Float32Array(size * intents.length)
  const biases = new Float32Array(intents.length)
  const vectors = texts.map(({ vector }) => vector)
  for (const [column, intent] of intents.entries()) {
    const plane = separate(vectors, n => texts[n]?.intent === intent, size, random)
    for (let feature = 0; feature < size; feature += 1) {
      weights[feature * intents.length + column] = plane.weights[feature] ?? 0
    }
    biases[column] = plane.bias
  }
  return { intents, weights, biases }
}

/** How far a text lies on the side of each intent, in the order of `intents`. */
export function scoresOf(
  { intents, weights, biases }: Planes,
  { places, weights: values }: Vector,
): Float64Array {
  const scores = Float64Array.from(biases)
  const count = intents.length
  for (let f = 0; f < places.length; f += 1) {
    const from = (places[f] ?? 0) * count
    const value = values[f] ?? 0
    for (let column = 0; column < count; column += 1) {
      scores[column] = (scores[column] ?? 0) + value * (weights[from + column] ?? 0)
    }
  }
  return scores
}
