import fs from 'node:fs'
import { checks, runChecks } from './checks.mjs'
import { inRoot } from './root.mjs'
import { runNode } from './run.mjs'

/**
 * @typedef {{ passed: number, failed: number }} Outcome
 */

/**
 * Everything that is checked without running the product, each check counted once.
 * @returns {Promise<Outcome>}
 */
export const runAllChecks = () => runChecks(checks)

/**
 * The tests of the packages, those that need a database on the embedded one and on PostgreSQL.
 * @returns {Promise<Outcome>}
 */
export async function runVitest() {
  const report = freshReport('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode('node_modules/vitest/vitest.mjs', ['run', ...reporters])
  const counts = readReport(report)
  return honest({ passed: counts?.numPassedTests, failed: counts?.numFailedTests }, code)
}

/** A busy machine can upset a browser test; so many may need their second try, and the run says how many did. */
const mostUnstable = 2

/**
 * The tests in a real browser, against dist/. Playwright tries a failed one once more and lists it as flaky if it passes
 * then.
 * @returns {Promise<Outcome & { unstable: number }>}
 */
export async function runPlaywright() {
  const report = freshReport('playwright.json')
  const code = await runNode('node_modules/@playwright/test/cli.js', ['test'])
  const counts = readReport(report)?.stats
  const unstable = counts?.flaky ?? 0
  const tolerated = unstable <= mostUnstable ? unstable : 0
  const passed = counts && counts.expected + tolerated
  const failed = counts && counts.unexpected + unstable - tolerated
  return { ...honest({ passed, failed }, code), unstable }
}

/**
 * The build: a failure counts, a success proves nothing yet.
 * @returns {Promise<Outcome>}
 */
export async function runBuild() {
  const code = await runNode('tools/build.mjs')
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}

/**
 * A runner that ended badly without a failed test (or without a report) has failed too.
 * @param {{ passed?: number | undefined, failed?: number | undefined }} counts
 * @param {number} code
 * @returns {Outcome}
 */
export function honest({ passed = 0, failed = 0 }, code) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** @param {string} name */
function freshReport(name) {
  const file = inRoot('test-results', name)
  fs.rmSync(file, { force: true })
  return file
}

/** @param {string} file */
function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
}
