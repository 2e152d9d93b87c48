import { expect, test } from 'vitest'
import { readBrowserReport } from './playwright-report.mjs'

/** @param {string} status @param {string[]} messages */
const spec = (status, messages = []) => ({
  title: status,
  file: 'a.spec.ts',
  line: 7,
  tests: [{ status, results: [...messages.map(message => ({ error: { message } })), {}] }],
})

test('a report of the browser tests is read with its nested suites', () => {
  const report = {
    suites: [
      {
        specs: [spec('expected'), spec('flaky', ['\u001B[31mslow\u001B[39m'])],
        suites: [{ specs: [spec('unexpected', ['wrong', 'wrong again']), spec('skipped')] }],
      },
    ],
    errors: [{ message: 'Timed out' }],
  }
  const read = readBrowserReport(
    /** @type {import('@playwright/test/reporter').JSONReport} */ (/** @type {unknown} */ (report)),
  )
  expect(read).toEqual({
    passed: 2,
    failures: [
      { name: 'e2e/a.spec.ts:7 > unexpected', message: 'wrong' },
      { name: 'e2e/a.spec.ts:7 > skipped', message: 'skipped' },
      { name: 'browser tests', message: 'Timed out' },
    ],
    unstable: [{ name: 'e2e/a.spec.ts:7 > flaky', message: 'slow' }],
  })
})
