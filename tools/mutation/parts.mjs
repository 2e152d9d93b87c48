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
]
