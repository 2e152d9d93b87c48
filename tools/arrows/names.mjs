/**
 * @typedef {import('./place.mjs').Place} Place
 */

/** A file of a noun is called by its verb; these are called by the fact that there are some. */
const empty = /\/(actions|change|changes|mutations|commands)\.ts$/

/**
 * In the server one name means one thing, so that a search finds it: no name is exported twice, and no file of a noun
 * is a drawer of several actions.
 * @param {{ place: Place, names: string[] }[]} files
 * @returns {string[]}
 */
export function unclearNames(files) {
  const ours = files.filter(({ place }) => place.package === 'server' && place.unit !== '' && !place.isTest)
  /** @type {Map<string, string>} */
  const first = new Map()
  return ours.flatMap(({ place, names }) => [
    ...(empty.test(place.path)
      ? [`${place.path}: one action each, in a file named by its verb, such as set-status.ts.`]
      : []),
    ...names.flatMap(name => {
      const earlier = first.get(name)
      first.set(name, place.path)
      return earlier
        ? [`${place.path} and ${earlier} both export "${name}"; say in the names what differs.`]
        : []
    }),
  ])
}
