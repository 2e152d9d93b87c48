import { circles, circlesOfFiles } from './circles.mjs'
import { exportsOf, importsOf } from './imports.mjs'
import { judge } from './judge.mjs'
import { contractBarrel, emptyNames } from './layers.mjs'
import { unclearNames } from './names.mjs'
import { placeOf } from './place.mjs'

/**
 * @typedef {import('../steps/source-files.mjs').SourceFile} SourceFile
 * @typedef {import('./place.mjs').Place} Place
 */

/**
 * Every import that points the wrong way, as one sentence that says what to do instead.
 * @param {SourceFile[]} files TypeScript files of packages/, e2e/ and bench/
 * @param {import('./judge.mjs').Dependencies} dependencies
 * @returns {string[]}
 */
export function violations(files, dependencies) {
  const parsed = files.map(file => ({ file, place: placeOf(file.path), imports: importsOf(file) }))
  const arrows = parsed.flatMap(({ place, imports }) => imports.map(imported => ({ place, imported })))
  const wrong = arrows.flatMap(({ place, imported }) => {
    const complaint = judge(place, imported, dependencies)
    return complaint ? [`${place.path} imports ${imported.specifier}: ${complaint}`] : []
  })
  const steps = arrows.flatMap(({ place, imported: { target } }) => {
    const to = target.kind === 'file' ? placeOf(target.path) : undefined
    return to && to.package === place.package ? [{ from: place, to }] : []
  })
  const names = parsed.map(({ place, file }) => ({ place, names: exportsOf(file) }))
  return [
    ...parsed.flatMap(({ place, file }) => misnamed(place, file)),
    ...unclearNames(names),
    ...wrong,
    ...circles(steps),
    ...circlesOfFiles(steps),
  ]
}

/**
 * @param {Place} place
 * @param {SourceFile} file
 * @returns {string[]}
 */
function misnamed(place, file) {
  const empty = place.path.split('/').find(part => emptyNames.has(part))
  if (empty) return [`${place.path}: a folder "${empty}" says nothing; put the file beside its only user.`]
  if (/(^|\/)index\.tsx?$/.test(place.path) && place.path !== contractBarrel && passesOn(file.text)) {
    return [`${place.path} is a barrel; import from the files themselves.`]
  }
  return []
}

/** @param {string} text */
const passesOn = text =>
  text
    .split('\n')
    .filter(line => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line))
    .every(line => /^export\b.*\bfrom\b/.test(line))
