import fs from 'node:fs'
import { Failure } from '../steps/failure.mjs'
import { inRoot } from '../steps/root.mjs'

/**
 * @typedef {{ name: string, folder: string, tests: string[] }} Part  code that is mutated together, and globs of the tests that
 *   have to notice it
 * @typedef {Part & { code: string[] }} Chosen  `code`: globs of the mutated files
 */

/**
 * @param {string} name
 * @param {string} folder
 * @param {...string} others tests of other folders that test this code
 * @returns {Part}
 */
const part = (name, folder, ...others) => ({ name, folder, tests: [`${folder}/*.test.ts`, ...others] })

/** @type {readonly Part[]} */
export const parts = [
  part('core', 'packages/core/src/*'),
  part(
    'live',
    'packages/core/src/live',
    'packages/web/src/sync/load.test.ts',
    'packages/web/src/sync/take-answer.test.ts',
    'packages/web/src/data/applications/source.test.ts',
  ),
  part('whatsapp', 'packages/whatsapp/src'),
  part('assignments', 'packages/server/src/assignments'),
  part('channels', 'packages/server/src/channels'),
  part('delivery', 'packages/server/src/delivery'),
  part('ingest', 'packages/server/src/ingest'),
]

/**
 * The parts that the words name: `rules` is a part, `rules/ticket` one file of it, `--tests=ticket` allows only that test file
 * of each part. No word means every part with all its tests.
 * @param {readonly string[]} words
 * @returns {Chosen[]}
 * @throws {Failure} when a word names neither
 */
export function chosenBy(words) {
  const tests = words.flatMap(word => /^--tests=(.+)$/.exec(word)?.[1] ?? [])
  const asked = words.filter(word => !word.startsWith('--')).map(word => word.split('/', 2))
  const unknown = asked.find(([name]) => !parts.some(one => one.name === name))
  if (unknown) {
    throw new Failure(`There is no part "${unknown.join('/')}": ${parts.map(({ name }) => name).join(', ')}.`)
  }
  return parts.flatMap(one => {
    const files =
      asked.length === 0 ? ['*'] : asked.flatMap(([name, file = '*']) => (name === one.name ? file : []))
    if (files.length === 0) return []
    const named = tests.map(test => `${one.folder}/${test}.test.ts`)
    const code = files.map(file => `${one.folder}/${file}.ts`)
    return { ...one, code, tests: named.length > 0 ? named : one.tests }
  })
}

/** Percent of the covered mutants that a test has to notice. */
const goal = 85

/**
 * The score of some mutants. Ignored ones have a reason in the code; those that do not run at all count nowhere.
 * @param {string} name
 * @param {readonly { status: import('@stryker-mutator/api/core').MutantStatus }[]} mutants
 * @returns {{ isReached: boolean, line: string }} such as
 *   `✓ rules: 93.1 % of 2,890 covered mutants noticed (goal 85 %), 40 not covered, 3 left out`
 */
export function scoreOf(name, mutants) {
  /** @param {import('@stryker-mutator/api/core').MutantStatus[]} statuses */
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const noticed = count('Killed', 'Timeout')
  const covered = noticed + count('Survived')
  const percent = covered === 0 ? 0 : (100 * noticed) / covered
  const share = covered === 0 ? 'nothing' : `${(Math.floor(percent * 10) / 10).toFixed(1)} %`
  const isReached = percent >= goal
  const rest = `${count('NoCoverage')} not covered, ${count('Ignored')} left out`
  return {
    isReached,
    line: `${isReached ? '✓' : '✗'} ${name}: ${share} of ${covered.toLocaleString('en')} covered mutants noticed (goal ${goal} %), ${rest}`,
  }
}

/**
 * Mutates one part. What it found stands in .cache/mutation, page by page in PART.html; what changed neither in the code
 * nor in the tests since is taken from there.
 * @param {Chosen} part
 * @param {boolean} withStatic also what runs once, when a file is loaded: costs a run of all tests of its file for each
 * @returns {Promise<Parameters<typeof scoreOf>[1]>}
 */
export async function mutantsOf({ name, code, tests }, withStatic) {
  const { Stryker } = await import('@stryker-mutator/core')
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
