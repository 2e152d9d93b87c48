import fs from 'node:fs'
import { findBrowser } from './browser.mjs'
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

const oldest = [20, 19]

/**
 * Refuses a Node.js that is too old to build or run Parley.
 * @param {string} version as process.versions.node gives it, "20.19.0"
 * @throws {Failure}
 */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new Failure(`Node.js ${oldest.join('.')} or newer is needed; this is ${version}.`)
}

const needs = [
  {
    what: 'Chromium or Google Chrome (or set CHROMIUM_PATH)',
    packages: ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji'],
    isThere: () => findBrowser() !== undefined,
  },
]

/**
 * Sees that the programs the tests need are installed. Root on Debian gets what is missing through apt-get; everybody
 * else is told what to install.
 * @throws {Failure} one line that names what to install
 */
export async function ensureSystemPrograms() {
  const missing = needs.filter(need => !need.isThere())
  if (missing.length === 0) return
  const packages = missing.flatMap(need => need.packages)
  const advice = `The tests need ${missing.map(need => need.what).join(' and ')}.`
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) {
    throw new Failure(`${advice} On Debian: sudo apt-get install ${packages.join(' ')}`)
  }
  console.log(`Installing ${packages.join(', ')} (apt-get) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'ignore', 'inherit']
  await run('apt-get', ['update', '-q'], { env, stdio }) // a stale list may still serve
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env, stdio })
  const still = needs.filter(need => !need.isThere())
  if (still.length > 0) throw new Failure(`${advice} apt-get could not install: ${packages.join(' ')}.`)
}
