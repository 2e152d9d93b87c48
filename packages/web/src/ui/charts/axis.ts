import { max, nice, ticks } from 'd3-array'

/** The values that an axis names, evenly apart; the first is 0, the last is at or above every value. */
export interface Axis {
  readonly top: number
  readonly ticks: readonly number[]
}

/** An axis for counts: it starts at 0 and has whole numbers only. */
export function countAxis(values: readonly number[], wanted = 4): Axis {
  const [, top] = nice(0, Math.max(1, max(values) ?? 0), wanted)
  return { top, ticks: ticks(0, top, wanted).filter(tick => Number.isInteger(tick)) }
}

/** The places of at most so many labels among as many columns, evenly apart from the first one on. */
export function labelPlaces(columns: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(columns / most))
  return Array.from({ length: Math.ceil(columns / step) }, (_, index) => index * step)
}
