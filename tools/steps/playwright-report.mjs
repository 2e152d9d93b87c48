/**
 * @typedef {import('@playwright/test/reporter').JSONReport} JSONReport
 * @typedef {import('@playwright/test/reporter').JSONReportSuite} JSONReportSuite
 * @typedef {import('./outcome.mjs').Trouble} Trouble
 */

/**
 * What Playwright's report says, in our words. A test that did not run at all is a failure too.
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
