import fs from 'node:fs'
import { Failure } from './failure.mjs'
import { inRoot } from './root.mjs'
import { run } from './run.mjs'

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean, dependencies?: Record<string, string>,
 *   devDependencies?: Record<string, string>, workspaces?: string[] }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * True when node_modules holds what the lock file names. Reads npm's own record, which npm writes last, so that a
 * broken installation does not count and an installation made by hand does.
 * @param {Lock} wanted package-lock.json
 * @param {Lock | undefined} present node_modules/.package-lock.json
 */
export function isInstalled(wanted, present) {
  if (!present) return false
  return Object.entries(wanted.packages).every(([place, locked]) => {
    // Optional packages are for other platforms; workspaces are links into the repository.
    if (!place.includes('node_modules/') || locked.optional || locked.link) return true
    return present.packages[place]?.version === locked.version
  })
}

/**
 * Installs the npm packages of the lock file if they are not there.
 * @throws {Failure} when npm fails (npm has then said why)
 */
export async function ensureInstalled() {
  const wanted = readLock(inRoot('package-lock.json'))
  if (!wanted) throw new Failure('package-lock.json is missing: check the repository out again.')
  if (isInstalled(wanted, readLock(inRoot('node_modules/.package-lock.json')))) return
  console.log('Installing dependencies (npm ci) …')
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) throw new Failure('The dependencies could not be installed; npm says why above.')
}

/**
 * @param {string} file
 * @returns {Lock | undefined} undefined when there is no such file
 */
function readLock(file) {
  if (!fs.existsSync(file)) return undefined
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}
