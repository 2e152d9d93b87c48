import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../steps/root.mjs'
import { chosenBy, parts, scoreOf } from './mutation.mjs'

/** @param {string[]} words */
const code = (...words) => chosenBy(words).map(part => [part.name, part.code])

test('without a word it is every part, and each is there', () => {
  expect(chosenBy([]).map(({ name }) => name)).toEqual(parts.map(({ name }) => name))
  for (const { folder } of parts) expect(existsSync(inRoot(folder.replace('/*', ''))), folder).toBe(true)
})

test.each([
  [['core'], [['core', ['packages/core/src/*/*.ts']]]],
  [['core/checklist'], [['core', ['packages/core/src/*/checklist.ts']]]],
  [['live/feed'], [['live', ['packages/core/src/live/feed.ts']]]],
  [
    ['live/load', 'live/feed'],
    [['live', ['packages/core/src/live/load.ts', 'packages/core/src/live/feed.ts']]],
  ],
])('%j', (words, expected) => {
  expect(code(...words)).toEqual(expected)
})

test('the tests that may notice are all of the part, or those that are named', () => {
  const tests = chosenBy(['delivery/result', '--static']).flatMap(part => part.tests)
  expect(tests).toEqual(['packages/server/src/delivery/*.test.ts'])
  expect(chosenBy(['delivery/result', '--tests=queue', '--tests=send'])).toMatchObject([
    {
      code: ['packages/server/src/delivery/result.ts'],
      tests: ['packages/server/src/delivery/queue.test.ts', 'packages/server/src/delivery/send.test.ts'],
    },
  ])
})

test('an unknown part is named, with those that there are', () => {
  expect(() => chosenBy(['core', 'coer/rules'])).toThrow(
    'There is no part "coer/rules": core, live, whatsapp, assignments, channels, delivery, ingest.',
  )
})

/** @typedef {Parameters<typeof scoreOf>[1][number]['status']} Status */

/** @param {Partial<Record<Status, number>>} counts */
const score = counts =>
  scoreOf(
    'rules',
    Object.entries(counts).flatMap(([status, count]) =>
      Array.from({ length: count }, () => ({ status: /** @type {Status} */ (status) })),
    ),
  )

test.each([
  ['all noticed', { Killed: 2, Timeout: 1 }, true, '✓ rules: 100.0 % of 3 covered mutants'],
  ['just the goal', { Killed: 85, Survived: 15 }, true, '✓ rules: 85.0 % of 100 covered mutants'],
  [
    'just below it, never rounded up',
    { Killed: 8_499, Survived: 1_501 },
    false,
    '✗ rules: 84.9 % of 10,000 covered',
  ],
  ['nothing covered proves nothing', { NoCoverage: 9 }, false, '✗ rules: nothing of 0 covered mutants'],
  [
    'one that cannot run counts nowhere',
    { Killed: 1, NoCoverage: 2, Ignored: 3, CompileError: 4, RuntimeError: 5 },
    true,
    '✓ rules: 100.0 % of 1 covered mutants noticed (goal 85 %), 2 not covered, 3 left out',
  ],
])('a score: %s', (_, counts, isReached, line) => {
  expect(score(counts)).toEqual({ isReached, line: expect.stringContaining(line) })
})
