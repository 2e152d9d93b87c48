import { describe, expect, test } from 'vitest'
import type { Unit } from './metric.ts'
import { figureText, fractionText, percentOf, percentText, roundedTo } from './rules.ts'

describe('[CONST-08 Q-118 Q-125 Q-147] how a figure is written', () => {
  test.each<[number | null, Unit, string]>([
    [5318, 'messages', '5,318'],
    [0, 'customers', '0'],
    [4.25, 'minutes', '4.3 min'],
    [0, 'minutes', '0.0 min'],
    [99.94, 'minutes', '99.9 min'],
    [99.96, 'minutes', '1 h 40 min'],
    [120.2, 'minutes', '2 h'],
    [1234.5, 'minutes', '20 h 35 min'],
    [1439.6, 'minutes', '1 d'],
    [3263.5, 'minutes', '2 d 6 h'],
    [1_500_000, 'minutes', '1,041 d 16 h'],
    [4.56, 'rating', '4.6 of 5'],
    [0.6824, 'fraction', '68.2%'],
    [1, 'fraction', '100.0%'],
    [81.44, 'percent', '81.4%'],
    [133.333, 'percent', '133.3%'],
    [null, 'minutes', '–'],
    [null, 'percent', '–'],
    [null, 'messages', '–'],
    [Number.NaN, 'percent', '–'],
    [Number.POSITIVE_INFINITY, 'percent', '–'],
  ])('%s %s reads %s', (value, unit, text) => {
    expect(figureText(value, unit)).toBe(text)
  })
})

test.each([
  [81.5, 0, '82%'],
  [81.44, 1, '81.4%'],
  [0, 0, '0%'],
  [null, 0, '–'],
] as const)('[CONST-08 PERF-07] %s with %d decimals reads %s', (percent, decimals, text) => {
  expect(percentText(percent, decimals)).toBe(text)
})

test.each([
  [1, 4, 25],
  [0, 4, 0],
  [0, 0, 0],
  [3, 0, 0],
  [4, 4, 100],
])('[Q-023 Q-020] %d of %d is %d percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

test('[MSTAT-07] a rate that is a fraction reads as a percentage', () => {
  expect([0, 0.318, null].map(fractionText)).toEqual(['0.0%', '31.8%', '–'])
})

test('[CONST-08 Q-147] a download has what the screen shows, rounded', () => {
  expect([42.857142857142854, 4, null].map(value => roundedTo(value, 1))).toEqual([42.9, 4, null])
})
