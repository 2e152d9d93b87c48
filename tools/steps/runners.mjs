import fs from 'node:fs'
import { checks, runChecks } from './checks.mjs'
import { honest, mostUnstable, readBrowserReport } from './outcome.mjs'
import { inRoot } from './root.mjs'
import { run } from './run.mjs'
import { unitReport } from './vitest-report.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * Everything that is checked without running the product, each check counted once.
 * @returns {Promise<Outcome>}
 */
export const runAllChecks = async () => honest(await runChecks(checks), 0)

/** The tests of the packages that try more often, or longer, in `npm run test:long`. */
const longTests = [
  'packages/server/src/auth/second-factor.test.ts',
  'packages/server/src/backup/backup.test.ts',
  'packages/server/src/bot/scripted-customers.test.ts',
  'packages/server/src/bot/takeover.test.ts',
  'packages/server/test/fuzz',
  'packages/server/test/live-equality.test.ts',
  'packages/server/test/shuffle',
  'packages/server/test/visibility-equality.test.ts',
  // With the React that warns (vitest.config.ts).
  'browser.test.tsx',
]

/**
 * The tests of the packages. In CI, files with a few failed tests run once more, and the run names them.
 * @param {boolean} isLong
 * @returns {Promise<Outcome>}
 */
export async function runVitest(isLong) {
  const first = await vitest(['--reporter=default', ...(isLong ? longTests : [])])
  const files = first.troubles.map(trouble => trouble.file)
  const mayTryAgain = process.env.CI && !isLong && first.passed > 0 && !files.includes(null)
  if (!mayTryAgain || files.length === 0 || files.length > mostUnstable) {
    return honest({ passed: first.passed, failures: first.troubles }, first.code)
  }
  const second = await vitest(['--reporter=default', ...new Set(files.filter(file => file !== null))])
  if (second.code !== 0) return honest({ passed: first.passed, failures: first.troubles }, 1)
  const again = first.troubles.filter(trouble => trouble.isTest).length
  return honest({ passed: first.passed + again, unstable: first.troubles }, 0)
}

/**
 * Runs Vitest with our reporter.
 * @param {readonly string[]} args files, none for all, and options
 * @param {string} [node] the Node.js that runs it
 * @returns {Promise<import('./vitest-report.mjs').UnitReport & { code: number }>}
 */
export async function vitest(args, node = process.execPath) {
  const file = inRoot(unitReport)
  fs.rmSync(file, { force: true })
  const reporter = '--reporter=./tools/steps/vitest-report.mjs'
  const code = await run(node, ['node_modules/vitest/vitest.mjs', 'run', reporter, ...args])
  return { passed: 0, troubles: [], ...readReport(file), code }
}

/**
 * The tests in a real browser, against dist/. In CI, Playwright tries a failed one once more and lists it as flaky if it
 * passes then.
 * @returns {Promise<Outcome>}
 */
export async function runPlaywright() {
  const file = inRoot('test-results', 'playwright.json')
  fs.rmSync(file, { force: true })
  const code = await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test'])
  const report = readReport(file)
  return honest(report === undefined ? {} : readBrowserReport(report), code)
}

/**
 * The build: a failure counts, a success proves nothing yet.
 * @returns {Promise<Outcome>}
 */
export const runBuild = async () => honest({}, await run(process.execPath, ['tools/build.mjs']))

/** @param {string} file */
function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
}
