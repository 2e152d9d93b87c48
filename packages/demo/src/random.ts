/** Repeatable random values: the same seed gives the same draws in the same order. */
export interface Draw {
  /** From 0 to just under 1. */
  fraction(): number
  /** A whole number; both ends are included. */
  between(least: number, most: number): number
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T
}

/**
 * Random draws for one part of a whole, such as a part of the workspace or a turn of a run. Other parts do not change if this one
 * draws more, and it can be repeated alone (mulberry32).
 */
export function drawFor(seed: number, part: number): Draw {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(part + 1, 0x85ebca6b)) >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    between,
    chance: probability => fraction() < probability,
    pick: list => {
      if (list.length === 0) throw new RangeError('Nothing to pick from')
      return list[between(0, list.length - 1)] as (typeof list)[number]
    },
  }
}
