/** A result of one round of a part. The ratios are always product / other. */
export interface Measured {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly better: 'higher' | 'lower'
  readonly goals: Goals
}

export interface Goals {
  readonly value?: number
  /** The ratio to the reference program. */
  readonly reference?: number
  /** The ratio to the other checkout. */
  readonly beside?: number
}

const measured =
  (better: Measured['better']) =>
  (name: string, value: number, unit: string, goals: Goals = {}): Measured => ({
    name,
    value,
    unit,
    better,
    goals,
  })

export const lower = measured('lower')
export const higher = measured('higher')

/** The measured programs: the product, the reference program, the other checkout. */
export type Side = 'value' | 'reference' | 'beside'
/** One round of a part: the results of each side. */
export type Round = Readonly<Partial<Record<Side, readonly Measured[]>>>

interface Judged {
  readonly value: number
  readonly goal: number | null
  /** Null: there is no goal. */
  readonly reached: boolean | null
}

/** A line of the result. */
export interface Figure extends Judged {
  readonly part: string
  readonly name: string
  readonly unit: string
  readonly better: Measured['better']
  readonly reference: Ratio | null
  readonly beside: Ratio | null
}

/** The ratio to another side. */
interface Ratio extends Judged {
  readonly other: number
}

/**
 * The medians of all rounds. If there is more than one round, the first warms up and is dropped. A ratio is the median of the
 * rounds' ratios, because a busy machine slows all sides of a round.
 */
export function figuresOf(part: string, rounds: readonly Round[]): readonly Figure[] {
  const counted = rounds.length > 1 ? rounds.slice(1) : rounds
  const valuesOf = (side: Side, name: string) =>
    counted.flatMap(round => round[side]?.find(one => one.name === name)?.value ?? [])
  return (counted[0]?.value ?? []).map(({ name, unit, better, goals }) => {
    const judge = (value: number, goal: number | null = null) => ({
      value,
      goal,
      reached: goal === null ? null : better === 'higher' ? value >= goal : value <= goal,
    })
    const own = valuesOf('value', name)
    const compare = (side: 'reference' | 'beside') => {
      const others = valuesOf(side, name)
      const ratios = others.map((other, round) => (own[round] ?? Number.NaN) / other)
      return others.length === 0 ? null : { other: median(others), ...judge(median(ratios), goals[side]) }
    }
    const [reference, beside] = [compare('reference'), compare('beside')]
    return { part, name, unit, better, ...judge(median(own), goals.value), reference, beside }
  })
}

/** One line for a person to read. */
export function lineOf({ name, unit, better, reference, beside, ...own }: Figure): string {
  const shown = (value: number) => `${Number(value.toPrecision(3))} ${unit}`
  const aim = ({ goal, reached }: Judged) =>
    goal === null
      ? ''
      : ` (goal: at ${better === 'higher' ? 'least' : 'most'} ${goal}, ${reached ? 'reached' : 'MISSED'})`
  const against = (side: string, ratio: Ratio | null) =>
    ratio === null ? '' : `; ${side} ${shown(ratio.other)}, ratio ${ratio.value.toFixed(2)}${aim(ratio)}`
  return `  ${name}: ${shown(own.value)}${aim(own)}${against('reference', reference)}${against('beside', beside)}`
}

export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? Number.NaN

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
