/** Chance that repeats itself: the same seed and turn give the same draws in the same order. */
export interface Draw {
  /** From 0 to just under 1. */
  fraction(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T
}

/** Draws of one turn of a run, so that a turn can be repeated alone (mulberry32). */
export function drawFor(seed: number, turn: number): Draw {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(turn + 1, 0x85ebca6b)) >>> 0
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
    pick: list => list[between(0, list.length - 1)] as (typeof list)[number],
  }
}
