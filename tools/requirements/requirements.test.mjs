import { describe, expect, test } from 'vitest'
import { citations, doneIds, gaps, knownIds } from './requirements.mjs'

/** @param {string} text */
const cited = text => citations({ path: 'send.test.ts', text })

describe('citations', () => {
  test.each([
    ["test('[COMP-01] sends', () => {})", ['COMP-01']],
    ["it('[COMP-01 Q-039] sends', () => {})", ['COMP-01', 'Q-039']],
    ["describe('[COMP-01, COMP-02] and [COMP-03]', () => {})", ['COMP-01', 'COMP-02', 'COMP-03']],
    ["test.each(rows)('[COMP-01] $name', () => {})", ['COMP-01']],
    ['test(`[COMP-01] ${name}`, () => {})', ['COMP-01']],
    ["test.describe('[COMP-01] composer', () => {})", ['COMP-01']],
  ])('count in a title: %s', (text, ids) => {
    expect(cited(text)).toEqual(ids)
  })

  test.each([
    "// test('[COMP-01] sends')",
    "const row = '[COMP-01]'",
    "expect('[COMP-01]').toBe(1)",
    "test.skip('[COMP-01] sends', () => {})",
    "test('COMP-01 sends', () => {})",
    "test('sends', () => { click('[COMP-01]') })",
  ])('do not count elsewhere: %s', text => {
    expect(cited(text)).toEqual([])
  })
})

test('ids are read from the table rows, done ids from words and ranges', () => {
  expect(knownIds('| ID | Requirement |\n|---|---|\n| AUTH-01 | as AUTH-07 |\n')).toEqual(
    new Set(['AUTH-01']),
  )
  expect(doneIds('AUTH-09..11 # not 12\n\nSHELL-01')).toEqual(['AUTH-09', 'AUTH-10', 'AUTH-11', 'SHELL-01'])
  expect(() => doneIds('AUTH-1 to 3')).toThrow('"to"')
})

describe('gaps', () => {
  const known = new Set(['AUTH-01', 'AUTH-02'])
  const proof = [{ id: 'AUTH-01', path: 'a.test.ts' }]
  test.each([
    ['none', { done: ['AUTH-01'], cited: proof }, []],
    [
      'done, not cited',
      { done: ['AUTH-02'], cited: proof },
      ['AUTH-02 is declared done, but no test cites it'],
    ],
    [
      'done, unknown',
      { done: ['AUTH-03'], cited: [] },
      ['AUTH-03 is declared done, but docs/requirements.md'],
    ],
    [
      'cited, unknown',
      { done: [], cited: [{ id: 'AUTH-09', path: 'b.test.ts' }] },
      ['b.test.ts cites AUTH-09'],
    ],
    ['twice', { done: ['AUTH-01', 'AUTH-01'], cited: proof }, ['AUTH-01 is declared done twice']],
  ])('%s', (_, facts, expected) => {
    expect(gaps({ known, ...facts })).toEqual(expected.map(start => expect.stringContaining(start)))
  })
})
