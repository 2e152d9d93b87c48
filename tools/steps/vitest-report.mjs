import fs from 'node:fs'
import path from 'node:path'

/**
 * @typedef {import('./outcome.mjs').Trouble & { file: string | null, isTest: boolean }} UnitTrouble
 *   file: that it happened in, if known; isTest: a test that failed, and not something outside of one
 * @typedef {{ passed: number, troubles: UnitTrouble[] }} UnitReport
 */

/** From the directory that Vitest runs in. */
export const unitReport = 'test-results/vitest.json'

/**
 * A reporter of Vitest that writes a UnitReport. Unlike Vitest's own it reports everything that fails a run: also a hook
 * that failed after all tests had passed, and an error that no test waited for.
 */
export default class VitestReport {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    /** @type {UnitReport} */
    const report = {
      passed: tests.filter(test => test.result().state === 'passed').length,
      troubles: [
        ...modules.flatMap(module => [module, ...module.children.allSuites()].flatMap(outsideTests)),
        ...tests.flatMap(insideTest),
        ...unhandled.map(unhandledError),
      ],
    }
    fs.mkdirSync(path.dirname(unitReport), { recursive: true })
    fs.writeFileSync(unitReport, JSON.stringify(report))
  }
}

/**
 * @param {import('vitest/node').TestModule | import('vitest/node').TestSuite} suite
 * @returns {UnitTrouble[]}
 */
function outsideTests(suite) {
  const module = suite.type === 'module' ? suite : suite.module
  const place = suite.type === 'module' ? 'outside its tests' : `${suite.fullName}, outside its tests`
  return suite.errors().map(error => troubleIn(module.moduleId, place, error))
}

/**
 * @param {import('vitest/node').TestCase} test
 * @returns {UnitTrouble[]}
 */
function insideTest(test) {
  const { state, errors = [] } = test.result()
  if (state !== 'failed') return []
  const trouble = troubleIn(test.module.moduleId, test.fullName, errors[0] ?? { message: 'without an error' })
  return [{ ...trouble, isTest: true }]
}

/**
 * @param {import('vitest/node').SerializedError} error
 * @returns {UnitTrouble}
 */
function unhandledError(error) {
  const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: test, type } = error
  const what = typeof type === 'string' ? type : 'unhandled error'
  const place = `${typeof test === 'string' ? test : 'some test'}: ${what}`
  return troubleIn(typeof file === 'string' ? file : null, place, error)
}

/**
 * @param {string | null} file
 * @param {string} place
 * @param {import('vitest/node').SerializedError} error
 * @returns {UnitTrouble}
 */
function troubleIn(file, place, error) {
  const relative = file === null ? null : path.relative('.', file)
  const name = `${relative ?? 'unknown file'} > ${place}`
  return { file: relative, name, message: error.stack ?? error.message, isTest: false }
}
