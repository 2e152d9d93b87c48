import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../steps/root.mjs'
import { chosenBy, parts } from './parts.mjs'

/** @param {string[]} words */
const code = (...words) => chosenBy(words).map(part => [part.name, part.code])

test('without a word it is every part, and each is there', () => {
  expect(chosenBy([]).map(({ name }) => name)).toEqual(parts.map(({ name }) => name))
  for (const { folder } of parts) expect(existsSync(inRoot(folder)), folder).toBe(true)
})

test.each([
  [['rules'], [['rules', ['packages/core/src/rules/*.ts']]]],
  [['live/feed'], [['live', ['packages/core/src/live/feed.ts']]]],
  [
    ['live/load', 'live/feed'],
    [['live', ['packages/core/src/live/load.ts', 'packages/core/src/live/feed.ts']]],
  ],
])('%j', (words, expected) => {
  expect(code(...words)).toEqual(expected)
})

test('the tests that may notice are all of the part, or those that are named', () => {
  const tests = chosenBy(['channel/settle', '--static']).flatMap(part => part.tests)
  expect(tests).toEqual(['packages/server/src/channel/*.test.ts'])
  expect(chosenBy(['channel/settle', '--tests=queue', '--tests=deliver'])).toMatchObject([
    {
      code: ['packages/server/src/channel/settle.ts'],
      tests: ['packages/server/src/channel/queue.test.ts', 'packages/server/src/channel/deliver.test.ts'],
    },
  ])
})

test('an unknown part is named, with those that there are', () => {
  expect(() => chosenBy(['rules', 'ruels/ticket'])).toThrow(
    'There is no part "ruels/ticket": rules, live, whatsapp, assignments, channel, ingest.',
  )
})
