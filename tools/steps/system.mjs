import fs from 'node:fs'
import { findBrowser } from './browser.mjs'
import { Failure } from './failure.mjs'
import { run } from './run.mjs'

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
