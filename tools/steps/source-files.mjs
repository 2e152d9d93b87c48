import fs from 'node:fs'
import path from 'node:path'
import { inRoot } from './root.mjs'

const passedOver = new Set(['node_modules', 'dist', '.git'])

/**
 * @typedef {{ path: string, text: string }} SourceFile  `path` from the repository's root, with slashes
 */

/**
 * Reads all files of some folders whose name fits.
 * @param {string[]} folders from the repository's root; one that does not exist is empty
 * @param {RegExp} name
 * @returns {SourceFile[]}
 */
export function sourceFiles(folders, name) {
  return folders
    .flatMap(folder => pathsBelow(folder))
    .filter(file => name.test(file))
    .map(read)
}

/** @param {string} file */
const read = file => ({ path: file, text: fs.readFileSync(inRoot(file), 'utf8') })

/**
 * @param {string} folder
 * @returns {string[]}
 */
function pathsBelow(folder) {
  if (!fs.existsSync(inRoot(folder))) return []
  return fs.readdirSync(inRoot(folder), { withFileTypes: true }).flatMap(entry => {
    const place = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return passedOver.has(entry.name) ? [] : pathsBelow(place)
    return [place]
  })
}
