/**
 * `npm run mutate`, `npm run mutate -- rules live`, or `npm run mutate -- rules/ticket`: breaks the code in thousands of
 * small ways and counts how many of them a test notices; docs/mutation.md says how to read it. `--static` also
 * breaks code that runs once, when a file is loaded.
 */
import fs from 'node:fs'
import os from 'node:os'
import { chosenBy, scoreOf } from './mutation/mutation.mjs'
import { runMain } from './steps/run.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { inRoot } from './steps/root.mjs'

await runMain(async () => {
  await ensureInstalled()
  const words = process.argv.slice(2)
  // It takes long: other programs come first.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  const chosen = chosenBy(words)
  const all = []
  const scores = []
  for (const part of chosen) {
    const mutants = await mutantsOf(part, words.includes('--static'))
    all.push(...mutants)
    scores.push(scoreOf(part.name, mutants))
  }
  console.log(`\n${[...scores, scoreOf('in all', all)].map(({ line }) => line).join('\n')}`)
  process.exit(scores.every(({ isReached }) => isReached) ? 0 : 1)
})

/**
 * Mutates one part. The result is in .cache/mutation, page by page in PART.html; it is reused for unchanged code and tests.
 * @param {ReturnType<typeof chosenBy>[number]} part
 * @param {boolean} withStatic also code that runs once, when a file is loaded: each such mutant costs all tests of its file
 */
async function mutantsOf({ name, code, tests }, withStatic) {
  const { Stryker } = await import('@stryker-mutator/core')
  // The runner's configuration file is read in another process, and Stryker passes no words on to it.
  process.env.MUTATION_TESTS = tests.join(' ')
  // Most tests of broken code wait for an effect that never comes.
  process.env.TEST_PATIENCE_MS = '6000'
  const found = `.cache/mutation/${name}`
  const sandbox = `${found}.sandbox`
  // A killed run left its own.
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
    // A busy machine is slow.
    dryRunTimeoutMinutes: 30,
    // Types are not checked: a mutant must only run.
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
