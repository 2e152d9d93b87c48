/**
 * @typedef {import('./place.mjs').Place} Place
 * @typedef {{ from: Place, to: Place }} Step  one file imports another of the same package
 */

/**
 * Pairs of the server's units that import each other. The order of lines forbids most of them; this finds those that
 * stand on one line. In the other packages, units on one line may know each other.
 * @param {Step[]} steps
 * @returns {string[]}
 */
export function circles(steps) {
  /** @type {Map<string, Set<string>>} */
  const uses = new Map()
  for (const { from, to } of steps) {
    if (from.package !== 'server' || from.isTest || from.unit === to.unit) continue
    uses.set(from.unit, (uses.get(from.unit) ?? new Set()).add(to.unit))
  }
  return [...uses].flatMap(([unit, used]) =>
    [...used]
      .filter(other => unit < other && uses.get(other)?.has(unit))
      .map(other => `packages/server/src: "${unit}" and "${other}" import each other; ${instead}`),
  )
}

const instead = 'let the lower one return what the other needs, or pass it in from app.ts.'
