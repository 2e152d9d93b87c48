import fs from 'node:fs'
import { findBrowser } from './browser.mjs'
import { Failure, run } from './run.mjs'
import { inRoot } from './root.mjs'

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} Lock */

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
  const wanted = readLock('package-lock.json')
  if (!wanted) throw new Failure('package-lock.json is missing: check the repository out again.')
  if (isInstalled(wanted, readLock('node_modules/.package-lock.json'))) return
  console.log('Installing dependencies (npm ci) …')
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) throw new Failure('The dependencies could not be installed; npm says why above.')
}

/**
 * @param {string} file
 * @returns {Lock | undefined} undefined when there is no such file
 */
function readLock(file) {
  return fs.existsSync(inRoot(file)) ? JSON.parse(fs.readFileSync(inRoot(file), 'utf8')) : undefined
}

/**
 * Refuses a Node.js that is too old to build or run Parley.
 * @param {string} version as process.versions.node gives it, "20.19.0"
 * @throws {Failure}
 */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Failure(`Node.js 20.19 or newer is needed; this is ${version}.`)
}

const debianPackages = ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji']
const advice = 'The tests need Chromium or Google Chrome (or set CHROMIUM_PATH).'

/**
 * Sees that a browser for the tests is installed. Root on Debian gets it through apt-get; other users get the
 * command.
 * @throws {Failure} one line that names what to install
 */
export async function ensureBrowser() {
  if (findBrowser() !== undefined) return
  const names = debianPackages.join(' ')
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) {
    throw new Failure(`${advice} On Debian: sudo apt-get install ${names}`)
  }
  console.log(`Installing ${debianPackages.join(', ')} (apt-get) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'ignore', 'inherit']
  await run('apt-get', ['update', '-q'], { env, stdio }) // a stale list may still serve
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...debianPackages], { env, stdio })
  if (findBrowser() === undefined) throw new Failure(`${advice} apt-get could not install: ${names}.`)
}
