/**
 * @typedef {{ name: string, message: string }} Trouble  one test that failed, and why
 * @typedef {{ passed: number, failed: number, failures: Trouble[], unstable: Trouble[] }} Outcome
 *   unstable: passed at the second try only, and are counted as passed
 */

/** A busy machine can fail a test: this many of a runner may need a second try, and the run names them. */
export const mostUnstable = 2

/**
 * A runner that ended badly without a failed test (or without a report) has failed too.
 * @param {{ passed?: number | undefined, failures?: Trouble[], unstable?: Trouble[] }} said
 * @param {number} code the exit code
 * @returns {Outcome}
 */
export function honest({ passed = 0, failures = [], unstable = [] }, code) {
  if (unstable.length > mostUnstable) {
    return honest({ passed: passed - unstable.length, failures: [...failures, ...unstable] }, 1)
  }
  if (code !== 0 && failures.length === 0) {
    const unsaid = { name: 'the run', message: `It ended with ${code} and named no failed test.` }
    return { passed, failed: 1, failures: [unsaid], unstable }
  }
  return { passed, failed: failures.length, failures, unstable }
}

/**
 * The last lines of the output: the failures, where a person sees them first.
 * @param {Pick<Outcome, 'failures' | 'unstable'>} outcome
 * @returns {string[]} lines
 */
export const troubleLines = ({ failures, unstable }) => [
  ...failures.flatMap(trouble => linesOf('failed', trouble)),
  ...unstable.flatMap(trouble => linesOf('passed at the second try', trouble)),
]

const longestMessage = 12

/**
 * @param {string} what
 * @param {Trouble} trouble
 */
const linesOf = (what, { name, message }) => [
  `${what}: ${name}`,
  ...message.split('\n', longestMessage).map(line => `    ${line}`),
]

/**
 * @typedef {import('@playwright/test/reporter').JSONReport} JSONReport
 * @typedef {import('@playwright/test/reporter').JSONReportSuite} JSONReportSuite
 */

/**
 * Reads Playwright's report. A test that did not run at all is a failure too.
 * @param {JSONReport} report
 * @returns {{ passed: number, failures: Trouble[], unstable: Trouble[] }}
 */
export function readBrowserReport({ suites, errors }) {
  const found = suites.flatMap(inSuite)
  /** @param {(status: string) => boolean} wanted */
  const those = wanted =>
    found.filter(one => wanted(one.status)).map(({ name, message }) => ({ name, message }))
  return {
    passed: those(status => status === 'expected' || status === 'flaky').length,
    failures: [
      ...those(status => status === 'unexpected' || status === 'skipped'),
      ...errors.map(error => ({ name: 'browser tests', message: error.message ?? 'without a message' })),
    ],
    unstable: those(status => status === 'flaky'),
  }
}

/**
 * @param {JSONReportSuite} suite
 * @returns {(Trouble & { status: string })[]}
 */
function inSuite({ specs, suites = [] }) {
  const own = specs.flatMap(spec =>
    spec.tests.map(test => ({
      status: test.status,
      name: `e2e/${spec.file}:${spec.line} > ${spec.title}`,
      message: plain(test.results.find(({ error }) => error !== undefined)?.error?.message ?? test.status),
    })),
  )
  return [...own, ...suites.flatMap(inSuite)]
}

/** Without the escape sequences that colour a terminal. @param {string} text */
// oxlint-disable-next-line no-control-regex -- they begin with a control character
const plain = text => text.replaceAll(/\u001B\[[\d;]*m/g, '')
