import { Failure } from '../steps/failure.mjs'

/**
 * @typedef {object} Part  what is mutated together, with the tests that have to notice it
 * @property {string} name
 * @property {string} folder the code
 * @property {string[]} tests globs of test files; those of other folders count where they test this code
 */

/** @type {readonly Part[]} */
export const parts = [
  { name: 'rules', folder: 'packages/core/src/rules', tests: ['packages/core/src/rules/*.test.ts'] },
  {
    name: 'live',
    folder: 'packages/core/src/live',
    tests: [
      'packages/core/src/live/*.test.ts',
      'packages/web/src/sync/load.test.ts',
      'packages/web/src/sync/take-answer.test.ts',
      'packages/web/src/data/applications/source.test.ts',
    ],
  },
  { name: 'whatsapp', folder: 'packages/whatsapp/src', tests: ['packages/whatsapp/src/*.test.ts'] },
  {
    name: 'assignments',
    folder: 'packages/server/src/assignments',
    tests: ['packages/server/src/assignments/*.test.ts'],
  },
  {
    name: 'channel',
    folder: 'packages/server/src/channel',
    tests: ['packages/server/src/channel/*.test.ts'],
  },
  {
    name: 'ingest',
    folder: 'packages/server/src/channel/ingest',
    tests: ['packages/server/src/channel/ingest/*.test.ts', 'packages/server/src/channel/*.test.ts'],
  },
]

/**
 * @typedef {Part & { code: string[] }} Chosen  `code`: globs of what is mutated
 */

/**
 * What is asked for: `rules` is a part, `rules/ticket` one file of it, `--tests=ticket` lets only that test file of each
 * part notice; no word at all means every part with all its tests.
 * @param {readonly string[]} words
 * @returns {Chosen[]}
 * @throws {Failure} when a word names neither
 */
export function chosenBy(words) {
  const named = words.flatMap(word => /^--tests=(.+)$/.exec(word)?.[1] ?? [])
  return codeChosenBy(words.filter(word => !word.startsWith('--'))).map(part =>
    named.length === 0 ? part : { ...part, tests: named.map(test => `${part.folder}/${test}.test.ts`) },
  )
}

/**
 * @param {readonly string[]} words
 * @returns {Chosen[]}
 */
function codeChosenBy(words) {
  const asked = words.map(word => word.split('/', 2))
  const unknown = asked.findIndex(([name]) => !parts.some(part => part.name === name))
  if (unknown >= 0) {
    throw new Failure(`There is no part "${words[unknown]}": ${parts.map(({ name }) => name).join(', ')}.`)
  }
  return parts.flatMap(part => {
    const files = asked.filter(([name]) => name === part.name).map(([, file]) => file ?? '*')
    if (words.length > 0 && files.length === 0) return []
    return { ...part, code: (words.length === 0 ? ['*'] : files).map(file => `${part.folder}/${file}.ts`) }
  })
}
