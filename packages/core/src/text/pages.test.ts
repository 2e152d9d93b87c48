import { describe, expect, test } from 'vitest'
import { pageNumbers, pageOf, pageWindow } from './pages.ts'

const days = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('[UUSER-03 UUSER-05 MSTAT-13 MSTAT-14 Q-123] a page of a list', () => {
  test.each([
    [12, 1, 5, { page: 1, pages: 3, first: 1, last: 5, total: 12, rows: [1, 2, 3, 4, 5] }],
    [12, 3, 5, { page: 3, pages: 3, first: 11, last: 12, total: 12, rows: [11, 12] }],
    [12, 9, 5, { page: 3, pages: 3, first: 11, last: 12, total: 12, rows: [11, 12] }],
    [12, 0, 5, { page: 1, pages: 3, first: 1, last: 5, total: 12, rows: [1, 2, 3, 4, 5] }],
    [10, 2, 5, { page: 2, pages: 2, first: 6, last: 10, total: 10, rows: [6, 7, 8, 9, 10] }],
    [0, 1, 7, { page: 1, pages: 1, first: 0, last: 0, total: 0, rows: [] }],
  ])('of %d rows, page %d of %d each', (count, page, size, expected) => {
    expect(pageOf(days(count), page, size)).toEqual(expected)
  })
})

describe('[MSTAT-15] the page buttons run from 2 before the current page to 2 after it', () => {
  test.each([
    [1, 1, [1]],
    [1, 9, [1, 2, 3]],
    [2, 9, [1, 2, 3, 4]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [7, 8, 9]],
    [1, 2, [1, 2]],
  ])('page %d of %d', (page, pages, numbers) => {
    expect(pageWindow(page, pages)).toEqual(numbers)
  })
})

test.each([
  [1, 4, [1, 2, 3, 4]],
  [7, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 73, [1, 2, 3]],
  [40, 73, [38, 39, 40, 41, 42]],
])(
  '[UUSER-04] a month has a button for every page, longer ranges a window: page %d of %d',
  (page, pages, numbers) => {
    expect(pageNumbers(page, pages)).toEqual(numbers)
  },
)
