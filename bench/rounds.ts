/** One figure: what was measured, its reference of the same run, and their ratio. */
export interface Figure {
  readonly name: string
  /** With its unit. */
  readonly measured: string
  readonly reference: string
  readonly ratio: number
  readonly better: 'higher' | 'lower'
  /** What the ratio has to reach; null where it is only watched. */
  readonly goal: number | null
}

/** Whether it reaches its goal; null without one. */
export const isReached = ({ ratio, better, goal }: Figure): boolean | null =>
  goal === null ? null : better === 'higher' ? ratio >= goal : ratio <= goal

/** One line for people. */
export function lineOf(figure: Figure): string {
  const { name, measured, reference, ratio, better, goal } = figure
  const reached = isReached(figure) ? 'reached' : 'MISSED'
  const aim =
    goal === null
      ? `${better} is better`
      : `goal: ${better === 'higher' ? 'at least' : 'at most'} ${goal}, ${reached}`
  return `${name}: ${measured} against ${reference} = ${Number(ratio.toPrecision(3))} (${aim})`
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Measures two things in turn, so that a busy machine slows both: the median of the pairs' ratios says more than two
 * separate runs. The first pair warms up and is dropped.
 */
export async function interleaved(
  pairs: number,
  measure: () => Promise<number>,
  refer: () => Promise<number>,
): Promise<{ readonly measured: number; readonly reference: number; readonly ratio: number }> {
  const rounds: { measured: number; reference: number }[] = []
  for (let pair = 0; pair <= pairs; pair += 1) {
    const round = { measured: await measure(), reference: await refer() }
    if (pair > 0) rounds.push(round)
  }
  return {
    measured: median(rounds.map(round => round.measured)),
    reference: median(rounds.map(round => round.reference)),
    ratio: median(rounds.map(round => round.measured / round.reference)),
  }
}

/** How many pieces of work a second when so many run at once. */
export async function rate(
  pieces: number,
  atOnce: number,
  work: (piece: number) => Promise<void>,
): Promise<number> {
  let next = 0
  const started = performance.now()
  const worker = async () => {
    while (next < pieces) {
      const piece = next
      next += 1
      await work(piece)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return pieces / ((performance.now() - started) / 1000)
}
