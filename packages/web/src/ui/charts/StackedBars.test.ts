import { describe, expect, test } from 'vitest'
import { countAxis, labelPlaces } from './StackedBars.tsx'

describe('[MSTAT-10 UUSER-01] the axis of a chart starts at 0 and covers every value', () => {
  test.each([
    [[], 1, [0, 1]],
    [[0, 0], 1, [0, 1]],
    [[1], 1, [0, 1]],
    [[3], 3, [0, 1, 2, 3]],
    [[142, 7, 155], 200, [0, 50, 100, 150, 200]],
    [[9_999], 10_000, [0, 2_000, 4_000, 6_000, 8_000, 10_000]],
  ])('%j: up to %d', (values, top, named) => {
    expect(countAxis(values)).toEqual({ top, ticks: named })
  })
})

test.each([
  [0, 6, []],
  [1, 6, [0]],
  [6, 6, [0, 1, 2, 3, 4, 5]],
  [21, 6, [0, 4, 8, 12, 16, 20]],
  [365, 6, [0, 61, 122, 183, 244, 305]],
])('[MSTAT-10] of %d days at most %d are named', (columns, most, places) => {
  expect(labelPlaces(columns, most)).toEqual(places)
})
