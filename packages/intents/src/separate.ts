import { shuffle } from './random.ts'
import type { Vector } from './vocabulary.ts'

/** A plane between the texts of one class and all others: a text is of the class the more, the greater its score. */
export interface Plane {
  readonly weights: Float64Array
  readonly bias: number
}

/** How much a text on the wrong side counts against a plane that lies at an angle to all. */
const cost = 1
const mostRounds = 40
const closeEnough = 0.1

/**
 * The plane with the widest margin, squared where a text is inside of it. Coordinate descent in the dual, one text at a time,
 * leaving out those that are surely far from the plane. Source: Hsieh et al., "A dual coordinate descent method for
 * large-scale linear SVM", 2008, algorithm 3 for the L2 loss.
 * @param isOfClass by the place of the text
 * @param size how many features there are
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
      // Those that were left out are looked at once more.
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
