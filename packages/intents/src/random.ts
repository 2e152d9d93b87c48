/**
 * A generator of numbers from 0 up to 1, exclusive. A seed always gives the same sequence, so the same files make the same model.
 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shuffles the values in place. */
export function shuffle(values: Int32Array | number[], random: () => number): void {
  for (let n = values.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1))
    const [one, two] = [values[n] ?? 0, values[other] ?? 0]
    values[n] = two
    values[other] = one
  }
}
