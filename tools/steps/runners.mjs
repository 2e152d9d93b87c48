import fs from 'node:fs'
import path from 'node:path'
import { checks, runChecks } from './checks.mjs'
import { honest, mostUnstable } from './outcome.mjs'
import { readBrowserReport } from './playwright-report.mjs'
import { inRoot } from './root.mjs'
import { runNode } from './run.mjs'
import { unitReport } from './vitest-report.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * Everything that is checked without running the product, each check counted once.
 * @returns {Promise<Outcome>}
 */
export const runAllChecks = async () => honest(await runChecks(checks), 0)

/** What the tests of the packages print. */
export const unitLog = 'test-results/vitest.log'

/**
 * The tests of the packages, those that need a database on the embedded one and on PostgreSQL. If few went wrong, their
 * files are run once more, each from its own beginning. They print into `unitLog`, and leave the processors to whoever runs
 * beside them.
 * @returns {Promise<Outcome>}
 */
export async function runVitest() {
  fs.mkdirSync(path.dirname(inRoot(unitLog)), { recursive: true })
  fs.rmSync(inRoot(unitLog), { force: true })
  const first = await vitest([])
  const files = first.troubles.map(trouble => trouble.file)
  if (first.passed === 0 || files.length === 0 || files.length > mostUnstable || files.includes(null)) {
    return honest({ passed: first.passed, failures: first.troubles }, first.code)
  }
  const second = await vitest([...new Set(files.filter(file => file !== null))])
  if (second.code !== 0) return honest({ passed: first.passed, failures: first.troubles }, 1)
  const again = first.troubles.filter(trouble => trouble.isTest).length
  return honest({ passed: first.passed + again, unstable: first.troubles }, 0)
}

/**
 * @param {string[]} files none for all
 * @returns {Promise<import('./vitest-report.mjs').UnitReport & { code: number }>}
 */
async function vitest(files) {
  const file = inRoot(unitReport)
  fs.rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=./tools/steps/vitest-report.mjs']
  const log = fs.openSync(inRoot(unitLog), 'a')
  try {
    const code = await runNode('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...files], {
      stdio: ['ignore', log, log],
      priority: 5,
    })
    return { passed: 0, troubles: [], ...readReport(file), code }
  } finally {
    fs.closeSync(log)
  }
}

/**
 * The tests in a real browser, against dist/. Playwright tries a failed one once more and lists it as flaky if it passes
 * then.
 * @returns {Promise<Outcome>}
 */
export async function runPlaywright() {
  const file = inRoot('test-results', 'playwright.json')
  fs.rmSync(file, { force: true })
  const code = await runNode('node_modules/@playwright/test/cli.js', ['test'])
  const report = readReport(file)
  return honest(report === undefined ? {} : readBrowserReport(report), code)
}

/**
 * The build: a failure counts, a success proves nothing yet.
 * @returns {Promise<Outcome>}
 */
export const runBuild = async () => honest({}, await runNode('tools/build.mjs'))

/** @param {string} file */
function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
}
