import { describe, expect, test } from 'vitest'
import { among, howMany, noRows, type SelectedRows, toggled, upTo } from './use-row-selection.ts'

const shown = ['a', 'b', 'c', 'd', 'e']
const of = (ids: string, anchor: string | null = null): SelectedRows => ({ ids: new Set(ids), anchor })
const said = ({ ids, anchor }: SelectedRows) => `${[...ids].join('')} ${anchor ?? '-'}`

describe('[Q-230] which rows are selected', () => {
  test.each([
    [noRows, 'b', 'b b'],
    [of('b', 'b'), 'd', 'bd d'],
    [of('bd', 'd'), 'b', 'd b'],
    [of('abc', 'c'), 'd', 'abc c'],
  ])('%o, and %s is pressed: %s', (before, id, after) => {
    expect(said(toggled(before, id, 3))).toBe(after)
  })

  test.each([
    [of('b', 'b'), 'd', 'bcd b'],
    [of('d', 'd'), 'b', 'dcb d'],
    [of('ea', 'a'), 'b', 'eab a'],
    [of('b', 'b'), 'b', 'b b'],
    [noRows, 'c', 'c c'],
    [of('', 'gone'), 'c', 'c c'],
    [of('b', 'b'), 'gone', 'b b'],
    // No more than may be, from the anchor on.
    [of('a', 'a'), 'e', 'abcd a'],
    [of('e', 'e'), 'a', 'edcb e'],
  ])('%o, up to %s: %s', (before, id, after) => {
    expect(said(upTo(before, id, shown, 4))).toBe(after)
  })

  test('what leaves the list is not selected any more', () => {
    const before = of('abc', 'a')
    expect(said(among(before, new Set('acx')))).toBe('ac a')
    expect(among(before, new Set('abcd'))).toBe(before)
  })

  test.each([
    [of(''), 5, 'none'],
    [of(''), 0, 'none'],
    [of('a'), 5, 'some'],
    [of('abcde'), 5, 'all'],
    [of('abcdefg'), 20, 'all'],
  ])('%o of %i, seven at most: %s', (selected, rows, expected) => {
    expect(howMany(selected, rows, 7)).toBe(expected)
  })
})
