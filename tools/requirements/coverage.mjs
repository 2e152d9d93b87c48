/**
 * Compares what is declared done with what the tests cite.
 * @param {{ known: Set<string>, done: string[], cited: { id: string, path: string }[] }} facts
 * @returns {string[]} one sentence for each thing that is wrong
 */
export function gaps({ known, done, cited }) {
  const citedIds = new Set(cited.map(({ id }) => id))
  return [
    ...repeated(done).map(id => `${id} is declared done twice in docs/done.txt.`),
    ...done
      .filter(id => !known.has(id))
      .map(id => `${id} is declared done, but docs/requirements.md has no such row.`),
    ...done
      .filter(id => known.has(id) && !citedIds.has(id))
      .map(id => `${id} is declared done, but no test cites it: write one with [${id}] in its title.`),
    ...cited
      .filter(({ id }) => !known.has(id))
      .map(({ id, path }) => `${path} cites ${id}, but docs/requirements.md has no such row.`),
  ]
}

/** @param {string[]} ids */
const repeated = ids => ids.filter((id, n) => ids.indexOf(id) < n)
