import { expect, test } from 'vitest'
import { isReached, lineOf, percentOf, scoreOf, sumOf } from './score.mjs'

/** @typedef {import('./score.mjs').Mutant['status']} Status */

/** @param {Status[]} statuses */
const score = (...statuses) => scoreOf(statuses.map(status => ({ status })))

test('a mutant counts once, by how it ended; one that cannot run counts nowhere', () => {
  /** @type {Status[]} */
  const ended = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError', 'RuntimeError']
  expect(score(...ended)).toEqual({ noticed: 2, survived: 1, uncovered: 1, ignored: 1 })
})

test.each([
  ['all noticed', { noticed: 3, survived: 0 }, 100, true],
  ['just the goal', { noticed: 85, survived: 15 }, 85, true],
  ['just below it', { noticed: 849, survived: 151 }, 84.9, false],
  ['nothing covered proves nothing', { noticed: 0, survived: 0 }, null, false],
])('%s', (_, ended, percent, reached) => {
  const one = { ...ended, uncovered: 9, ignored: 9 }
  expect([percentOf(one), isReached(one)]).toEqual([percent, reached])
})

test('parts add up, and a line never rounds up to the goal', () => {
  const all = sumOf([score('Killed', 'Survived'), score('Killed', 'NoCoverage', 'Ignored')])
  expect(all).toEqual({ noticed: 2, survived: 1, uncovered: 1, ignored: 1 })
  expect(lineOf('in all', { ...all, noticed: 8_499, survived: 1_501 })).toBe(
    '✗ in all: 84.9 % of 10,000 covered mutants noticed (goal 85 %), 1 not covered, 1 left out',
  )
  expect(lineOf('rules', score())).toMatch(/^✗ rules: nothing of 0 covered/)
})
