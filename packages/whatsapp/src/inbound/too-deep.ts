/** Deeper than any real form, and far from the depth where a stack ends. */
const deepest = 24

/** Whether a JSON value is nested too deep to be taken apart. Takes no stack, whatever the depth. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return false
  }
  return true
}
