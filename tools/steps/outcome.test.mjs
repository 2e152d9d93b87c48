import { describe, expect, test } from 'vitest'
import { honest, readBrowserReport, troubleLines } from './outcome.mjs'

/** @param {string} name */
const trouble = name => ({ name, message: 'Expected 1\nat a.ts:1' })
const [a, b, c] = ['a', 'b', 'c'].map(trouble)

describe('a runner that reported', () => {
  test.each([
    ['that all passed, and ended well', { passed: 5 }, 0, { passed: 5, failed: 0 }],
    ['that some failed', { passed: 5, failures: [a, b] }, 1, { passed: 5, failed: 2 }],
    ['that all passed, but ended badly', { passed: 5 }, 1, { passed: 5, failed: 1 }],
    ['nothing, and was killed', {}, 137, { passed: 0, failed: 1 }],
    ['that two needed their second try', { passed: 5, unstable: [a, b] }, 0, { passed: 5, failed: 0 }],
    ['that three did', { passed: 5, unstable: [a, b, c] }, 0, { passed: 2, failed: 3 }],
  ])('%s', (_, said, code, expected) => {
    expect(honest(/** @type {Parameters<typeof honest>[0]} */ (said), code)).toMatchObject(expected)
  })
})

test('each failure is named, with the beginning of its message', () => {
  const lines = troubleLines({ failures: [trouble('a')], unstable: [trouble('b')] })
  expect(lines).toEqual([
    'failed: a',
    '    Expected 1',
    '    at a.ts:1',
    'passed at the second try: b',
    '    Expected 1',
    '    at a.ts:1',
  ])
})

test('a failed runner that named no test is named itself', () => {
  expect(troubleLines(honest({ passed: 5 }, 1))).toEqual([
    'failed: the run',
    '    It ended with 1 and named no failed test.',
  ])
})

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
