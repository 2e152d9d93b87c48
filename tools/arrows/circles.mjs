/**
 * @typedef {import('./place.mjs').Place} Place
 * @typedef {{ from: Place, to: Place }} Step  one file imports another of the same package
 */

/**
 * Files that import each other, directly or through others, types too: none of them can be read or moved alone. Each
 * circle is told once, as the shortest way round from its first file.
 * @param {Step[]} steps
 * @returns {string[]}
 */
export function circlesOfFiles(steps) {
  /** @type {Map<string, Set<string>>} */
  const uses = new Map()
  for (const { from, to } of steps) uses.set(from.path, (uses.get(from.path) ?? new Set()).add(to.path))
  /** @type {Set<string>} */
  const told = new Set()
  return [...uses.keys()].toSorted().flatMap(file => {
    const way = told.has(file) ? undefined : wayRound(file, uses)
    if (way === undefined) return []
    for (const member of way) told.add(member)
    return [`${[...way, file].join(' → ')}: files in a circle; ${instead}`]
  })
}

const instead = 'move what both need into a file of its own below them, or pass it in.'

/**
 * The shortest way from a file back to itself.
 * @param {string} start
 * @param {ReadonlyMap<string, ReadonlySet<string>>} uses
 * @returns {string[] | undefined}
 */
function wayRound(start, uses) {
  /** @type {Map<string, string>} */
  const cameFrom = new Map()
  const queue = [start]
  for (const file of queue) {
    for (const next of uses.get(file) ?? []) {
      if (next === start) {
        const way = [file]
        while (way[0] !== start) way.unshift(cameFrom.get(way[0] ?? start) ?? start)
        return way
      }
      if (cameFrom.has(next)) continue
      cameFrom.set(next, file)
      queue.push(next)
    }
  }
  return undefined
}

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
      .map(
        other =>
          `packages/server/src: "${unit}" and "${other}" import each other; let the lower one return what the other needs, or pass it in from app.ts.`,
      ),
  )
}
