import fs from 'node:fs'
import { Stryker } from '@stryker-mutator/core'
import { inRoot } from '../steps/root.mjs'

/**
 * Mutates one part. What it found stands in .cache/mutation, page by page in PART.html; what changed neither in the code
 * nor in the tests since is taken from there.
 * @param {import('./parts.mjs').Chosen} part
 * @param {boolean} withStatic also what runs once, when a file is loaded: costs a run of all tests of its file for each
 * @returns {Promise<readonly import('./score.mjs').Mutant[]>}
 */
export async function mutantsOf({ name, code, tests }, withStatic) {
  // The runner's configuration file is read in another process, and Stryker passes no words on to it.
  process.env.MUTATION_TESTS = tests.join(' ')
  // What is broken mostly never comes.
  process.env.TEST_PATIENCE_MS = '6000'
  const found = `.cache/mutation/${name}`
  const sandbox = `${found}.sandbox`
  // A run that was killed left its own.
  fs.rmSync(inRoot(sandbox), { recursive: true, force: true })
  return new Stryker({
    mutate: [...code, '!**/*.test.ts', '!**/*.fixture.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Not only tests that import the code: those of the server reach it through its calls.
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    ignoreStatic: !withStatic,
    concurrency: 1,
    // On a busy machine even what is well takes long.
    dryRunTimeoutMinutes: 30,
    // A mutant that Node.js can run is enough; the types are another check's.
    checkers: [],
    incremental: true,
    incrementalFile: `${found}.json`,
    tempDirName: sandbox,
    ignorePatterns: ['.cache', 'dist', '.data', 'test-results', 'docs'],
    reporters: ['progress-append-only', 'clear-text', 'html'],
    clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false },
    htmlReporter: { fileName: `${found}.html` },
    allowConsoleColors: false,
  }).runMutationTest()
}
