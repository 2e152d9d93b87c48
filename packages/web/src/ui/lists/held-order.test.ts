import { expect, test } from 'vitest'
import { heldOrder } from './held-order.ts'

test.each([
  ['nothing changed', 'abc', 'abc', 'abc'],
  ['a row comes in above and waits', 'abc', 'xabc', 'abc'],
  ['a row moves to the top and stays where it was', 'abc', 'cab', 'abc'],
  ['a row goes and keeps its place', 'abc', 'ac', 'abc'],
  ['the next page comes below', 'abc', 'abcde', 'abcde'],
  ['all at once', 'abcd', 'xdabefg', 'abcdefg'],
  ['another list', 'abc', 'xyz', 'xyz'],
  ['nothing was shown', '', 'ab', 'ab'],
  ['everything has gone', 'ab', '', ''],
])('%s', (_, held, ids, shown) => {
  expect(heldOrder(held.split(''), ids.split('')).join('')).toBe(shown)
})

test('where nothing is to be held the very same array comes back', () => {
  const ids = ['a', 'b']
  expect(heldOrder(['a', 'b'], ids)).toBe(ids)
})
