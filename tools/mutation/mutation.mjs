import { Failure } from '../steps/run.mjs'

/**
 * Code that is mutated together, and the globs of the tests that must notice it.
 * @param {string} name
 * @param {string} folder
 * @param {...string} others tests of other folders that test this code
 */
const part = (name, folder, ...others) => ({ name, folder, tests: [`${folder}/*.test.ts`, ...others] })

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
 * @returns {{ name: string, code: string[], tests: string[] }[]} `code`: globs of the mutated files
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
    return { name: one.name, code, tests: named.length > 0 ? named : one.tests }
  })
}

/** Percent of the covered mutants that a test must notice. */
const goal = 85

/** @typedef {import('@stryker-mutator/api/core').MutantStatus} Status */

/**
 * The score of some mutants. Ignored ones have a reason in the code; mutants that cannot run do not count.
 * @param {string} name
 * @param {readonly { status: Status }[]} mutants
 * @returns {{ isReached: boolean, line: string }} such as
 *   `✓ rules: 93.1 % of 2,890 covered mutants noticed (goal 85 %), 40 not covered, 3 left out`
 */
export function scoreOf(name, mutants) {
  /** @param {Status[]} statuses */
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
