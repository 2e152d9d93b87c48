/** A chance by a weighted sum of facts, the bias last. */
export type Logistic = readonly number[]

export const chanceOf = (weights: Logistic, facts: readonly number[]): number =>
  1 / (1 + Math.exp(-sumOf(weights, facts)))

const sumOf = (weights: Logistic, facts: readonly number[]): number =>
  facts.reduce((sum, fact, n) => sum + fact * (weights[n] ?? 0), weights.at(-1) ?? 0)

/** Something that was or was not so, with the facts that it is to be judged by. */
export interface Sample {
  readonly facts: readonly number[]
  readonly isTrue: boolean
  /** How much it counts. */
  readonly weight: number
}

const rounds = 30
/** Keeps the weights finite where the facts tell all apart. */
const ridge = 1e-3

/** The weights that explain the samples best, by Newton's method. */
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

/** Solves a small system of equations by elimination, the greatest pivot first. */
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
